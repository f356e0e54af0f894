type Pressed = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'defaultPrevented' | 'target'>;

/** Elements in which keys keep their own meaning: fields and overlays. */
const TAKEN =
  'input, textarea, select, [contenteditable="true"], [role="menu"], [role="listbox"], [role="dialog"]';

/**
 * Keyboard navigation: `,` = previous version, `.` = next version, Esc = present plan. Null for other keys
 * and while typing.
 */
export function travelKey(event: Pressed): -1 | 1 | 'now' | null {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return null;
  if (event.target instanceof Element && event.target.closest(TAKEN)) return null;
  if (event.key === ',') return -1;
  if (event.key === '.') return 1;
  return event.key === 'Escape' ? 'now' : null;
}
