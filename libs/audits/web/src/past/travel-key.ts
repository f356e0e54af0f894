type Pressed = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'defaultPrevented' | 'target'>;

/** Where a key has a meaning of its own: fields, and whatever lies open over the page. */
const TAKEN =
  'input, textarea, select, [contenteditable="true"], [role="menu"], [role="listbox"], [role="dialog"]';

/** `,` goes one change back and `.` one on; Esc leads to now. Null for any other key, and where one writes. */
export function travelKey(event: Pressed): -1 | 1 | 'now' | null {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return null;
  if (event.target instanceof Element && event.target.closest(TAKEN)) return null;
  if (event.key === ',') return -1;
  if (event.key === '.') return 1;
  return event.key === 'Escape' ? 'now' : null;
}
