import { focusWhenDrawn, inSight } from '../fields/focus-when-drawn.ts';

/** Scrolls to the field of a note and focuses it; if it is read-only, focuses its notes button. */
export function showNotedField(field: string): void {
  const mark = () => inSight(`[data-notes-at="${CSS.escape(field)}"]`);
  focusWhenDrawn({
    place: () => mark()?.closest<HTMLElement>('[data-field]') ?? null,
    standIn: mark,
  });
}
