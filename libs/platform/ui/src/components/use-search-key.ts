import { useEffect, type RefObject } from 'react';
import { isFreeKey } from './free-key.ts';

/** `/` focuses the search, unless an editor has the focus or a dialog is open. */
export function useSearchKey(search: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || !isFreeKey(event) || !search.current) return;
      event.preventDefault();
      search.current.focus();
      search.current.select();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [search]);
}
