import { useEffect, useState } from 'react';

/** The open dialogs that keep the focus to themselves. */
const MODALS = '.mantine-Modal-content';

/** What has the focus; of an entry of a menu, which closes, the button that opened the menu. */
function openerNow(): Element | null {
  const active = document.activeElement;
  const menu = active?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  return menu ? document.getElementById(menu) : active;
}

/**
 * For a dialog that is there only while it is shown: when it goes, the focus is again where it came from, or on
 * the panel below when that is no longer there. A dialog that came after it keeps the focus.
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
