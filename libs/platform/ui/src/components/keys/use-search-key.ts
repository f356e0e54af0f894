import { useEffect, type RefObject } from 'react';
import { isFreeKey } from './free-key.ts';

/**
 * `/` focuses the search, unless an editor has the focus or a dialog is open; Esc in the empty search leads back to
 * where the key was pressed.
 */
export function useSearchKey(search: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    let before: Element | null = null;
    const onKey = (event: KeyboardEvent) => {
      const field = search.current;
      if (!field) return;
      if (event.key === '/' && isFreeKey(event)) {
        event.preventDefault();
        before = document.activeElement;
        field.focus();
        field.select();
      } else if (event.key === 'Escape' && event.target === field && field.value === '') {
        if (before instanceof HTMLElement && before.isConnected && !event.defaultPrevented)
          before.focus({ preventScroll: true });
        before = null;
      }
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [search]);
}
