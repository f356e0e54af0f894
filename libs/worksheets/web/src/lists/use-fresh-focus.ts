import { useEffect, type RefObject } from 'react';

/**
 * Moves the focus into an entry that the user just added. Its text is drawn a moment later: until then the entry itself
 * has the focus, so that keys do not press the button that added it.
 */
export function useFreshFocus(card: RefObject<HTMLElement | null>, isFresh: boolean): void {
  useEffect(() => {
    const entry = card.current;
    if (!isFresh || !entry) return;
    entry.focus();
    const enter = (): boolean => {
      if (document.activeElement !== entry) return true;
      const text = entry.querySelector<HTMLElement>('[role="textbox"], textarea');
      text?.focus();
      return text !== null;
    };
    if (enter()) return;
    const observer = new MutationObserver(() => {
      if (enter()) observer.disconnect();
    });
    observer.observe(entry, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [card, isFresh]);
}
