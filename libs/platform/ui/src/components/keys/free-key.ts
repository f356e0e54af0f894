const WRITTEN_IN = 'input, textarea, select, [contenteditable=true]';
const OVER_THE_PAGE = '[role=dialog][aria-modal=true], [role=menu]';

/**
 * Whether a key without modifiers is a command of the page: nobody has handled it, no editor has the focus, and no
 * dialog or menu is open.
 */
export function isFreeKey(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  const target = event.target instanceof Element ? event.target : null;
  return !target?.closest(WRITTEN_IN) && document.querySelector(OVER_THE_PAGE) === null;
}
