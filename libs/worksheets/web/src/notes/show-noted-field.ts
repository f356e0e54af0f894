/** Milliseconds between two looks, and how often: a worksheet that opens is drawn, and its editors are made. */
const PATIENCE_MS = 80;
const MOST_LOOKS = 18;

const WRITTEN_IN =
  'input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [contenteditable="true"]';

/** Brings the field that a note is about into sight, and the keys into it; where nothing may be written, onto its notes. */
export function showNotedField(field: string): void {
  let looks = 0;
  let isShown = false;
  const look = () => {
    const mark = [...document.querySelectorAll<HTMLElement>(`[data-notes-at="${CSS.escape(field)}"]`)].find(
      (each) => each.offsetParent !== null,
    );
    const place = mark?.closest<HTMLElement>('[data-field]');
    if (place && !isShown) place.scrollIntoView({ block: 'center' });
    isShown ||= place !== null && place !== undefined;
    const control = place?.querySelector<HTMLElement>(WRITTEN_IN);
    looks++;
    if (control) control.focus({ preventScroll: true });
    else if (looks < MOST_LOOKS) setTimeout(look, PATIENCE_MS);
    else mark?.focus({ preventScroll: true });
  };
  setTimeout(look, PATIENCE_MS);
}
