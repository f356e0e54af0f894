import { useEffect, type RefObject } from 'react';

const WRITTEN_IN = 'input, textarea, select, [contenteditable=true]';
const OVER_THE_PAGE = '[role=dialog][aria-modal=true], [role=menu]';

/** `/` focuses the search, unless an editor has the focus or a dialog is open. */
export function useSearchKey(search: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
        return;
      const target = event.target instanceof Element ? event.target : null;
      if (target?.closest(WRITTEN_IN) || document.querySelector(OVER_THE_PAGE)) return;
      event.preventDefault();
      search.current?.focus();
      search.current?.select();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [search]);
}
