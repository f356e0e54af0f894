import { focusWhenDrawn, inSight } from '../fields/focus-when-drawn.ts';

const FOCUSABLE = 'input, select, textarea, button, [contenteditable="true"], [role="textbox"]';

/** Brings a field of the worksheet in front into sight, and the keys into it. */
export function showField(field: string): void {
  focusWhenDrawn({ place: () => inSight(`[data-field="${CSS.escape(field)}"]`), control: FOCUSABLE });
}
