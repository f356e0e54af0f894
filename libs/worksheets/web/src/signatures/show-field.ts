/** After so long a tab that comes to the front is drawn. */
const DRAWN_MS = 80;

const FOCUSABLE = 'input, select, textarea, button, [contenteditable="true"], [role="textbox"]';

/** Brings a field of the worksheet in front into sight, and the keys into it. */
export function showField(field: string): void {
  setTimeout(() => {
    const place = [...document.querySelectorAll<HTMLElement>(`[data-field="${CSS.escape(field)}"]`)].find(
      (each) => each.offsetParent !== null,
    );
    place?.scrollIntoView({ block: 'center' });
    place?.querySelector<HTMLElement>(FOCUSABLE)?.focus({ preventScroll: true });
  }, DRAWN_MS);
}
