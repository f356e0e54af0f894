import { useEffect, useState } from 'react';

/** Open dialogs that trap the focus. */
const MODALS = '.mantine-Modal-content';

/** The focused element; for a menu's entry, the button that opened the menu, because the menu closes. */
export function openerNow(): Element | null {
  const active = document.activeElement;
  const menu = active?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  return menu ? document.getElementById(menu) : active;
}

/**
 * For dialogs that are mounted only while shown: on unmount, returns the focus to its origin, or to the panel
 * below if that is gone. A newer dialog keeps the focus.
 */
export function useReturnFocus(): void {
  const [opener] = useState(openerNow);
  useEffect(
    () => () => {
      if (document.querySelector(MODALS) !== null) return;
      const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
      const next = isThere ? opener : document.querySelector<HTMLElement>('[role=dialog][tabindex]');
      next?.focus({ preventScroll: true });
    },
    [opener],
  );
}
