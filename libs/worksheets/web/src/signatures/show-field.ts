import { focusWhenDrawn, inSight } from '../fields/focus-when-drawn.ts';

const FOCUSABLE = 'input, select, textarea, button, [contenteditable="true"], [role="textbox"]';

/** Scrolls to a field of the visible worksheet and focuses it. */
export function showField(field: string): void {
  focusWhenDrawn({ place: () => inSight(`[data-field="${CSS.escape(field)}"]`), control: FOCUSABLE });
}
