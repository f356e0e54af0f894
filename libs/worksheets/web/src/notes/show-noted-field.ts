import { focusWhenDrawn, inSight } from '../fields/focus-when-drawn.ts';

/** Brings the field that a note is about into sight, and the keys into it; where nothing may be written, onto its notes. */
export function showNotedField(field: string): void {
  const mark = () => inSight(`[data-notes-at="${CSS.escape(field)}"]`);
  focusWhenDrawn({
    place: () => mark()?.closest<HTMLElement>('[data-field]') ?? null,
    standIn: mark,
  });
}
