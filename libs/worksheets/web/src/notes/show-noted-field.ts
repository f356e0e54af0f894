import { focusWhenDrawn, inSight, seeWhenDrawn } from '../fields/focus-when-drawn.ts';

const markOf = (field: string): HTMLElement | null => inSight(`[data-notes-at="${CSS.escape(field)}"]`);

/** Scrolls to the field of a note, without the focus. */
export function revealNotedField(field: string): void {
  seeWhenDrawn(() => markOf(field)?.closest<HTMLElement>('[data-field]') ?? null);
}

/** Scrolls to the field of a note and focuses it; if it is read-only, focuses its notes button. */
export function showNotedField(field: string): void {
  const mark = () => markOf(field);
  focusWhenDrawn({
    place: () => mark()?.closest<HTMLElement>('[data-field]') ?? null,
    standIn: mark,
  });
}
