/** Milliseconds between two looks, and for how long: a busy machine takes seconds to draw a worksheet that opens. */
const LOOK_MS = 80;
const PATIENCE_MS = 15_000;
/** After so many looks at a place that takes no words, nothing can be written there, or not yet. */
const LOOKS_FOR_EDITOR = 18;

const WRITTEN_IN =
  'input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [contenteditable="true"]';

export interface WantedField {
  /** What holds the field; null until it is drawn. */
  place(): HTMLElement | null;
  /** What of the place takes the keys; fields that can be written in by default. */
  readonly control?: string;
  /** Has the keys as long as there is nothing else that takes them. */
  standIn?(): HTMLElement | null;
}

/** The last place that somebody asked for is the one where they want to be. */
let pending: ReturnType<typeof setTimeout> | undefined;

/**
 * Brings a field into sight once it is drawn, and the keys into it; who writes somewhere else by then is left
 * alone.
 */
export function focusWhenDrawn({ place, control = WRITTEN_IN, standIn }: WantedField): void {
  const until = performance.now() + PATIENCE_MS;
  const before = document.activeElement;
  let looksAtPlace = 0;
  let given: HTMLElement | null = null;
  const isElsewhere = () => {
    const now = document.activeElement;
    return given ? now !== given : now !== before && now?.matches(WRITTEN_IN) === true;
  };
  const look = () => {
    if (isElsewhere()) return;
    const found = place();
    if (found && looksAtPlace++ === 0) found.scrollIntoView({ block: 'center' });
    const goal = found?.querySelector<HTMLElement>(control);
    if (goal) {
      goal.focus({ preventScroll: true });
      return;
    }
    if (looksAtPlace === LOOKS_FOR_EDITOR) {
      given = standIn?.() ?? null;
      given?.focus({ preventScroll: true });
    }
    if (performance.now() < until) pending = setTimeout(look, LOOK_MS);
  };
  clearTimeout(pending);
  pending = setTimeout(look, LOOK_MS);
}

/** The one of several that is in sight: worksheets and tabs behind the one in front are drawn, too. */
export const inSight = (selector: string): HTMLElement | null =>
  [...document.querySelectorAll<HTMLElement>(selector)].find((each) => each.offsetParent !== null) ?? null;
