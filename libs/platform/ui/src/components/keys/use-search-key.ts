import { useEffect, useRef, type RefObject } from 'react';
import { isFreeKey } from './free-key.ts';

/**
 * `/` focuses the search, unless an editor has the focus or a dialog is open; Esc in the empty search leads back to
 * where the key was pressed.
 * @param onGone called with that place when it is not in the page any more, e.g. a row that the search left out
 */
export function useSearchKey(
  search: RefObject<HTMLInputElement | null>,
  onGone?: (place: Element) => void,
): void {
  const before = useRef<Element | null>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const field = search.current;
      if (!field) return;
      if (event.key === '/' && isFreeKey(event)) {
        event.preventDefault();
        before.current = document.activeElement;
        field.focus();
        field.select();
      } else if (event.key === 'Escape' && event.target === field && field.value === '') {
        const place = before.current;
        // The Esc that empties the search is handled by the field.
        if (place === null || event.defaultPrevented) return;
        before.current = null;
        if (place instanceof HTMLElement && place.isConnected && place !== document.body)
          place.focus({ preventScroll: true });
        else onGone?.(place);
      }
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [search, onGone]);
}
