/** Milliseconds between two attempts, and in total: a busy machine takes seconds to draw a worksheet. */
const LOOK_MS = 80;
const PATIENCE_MS = 15_000;
/** Attempts to find an editable control at the place; after them it is read-only, or not ready yet. */
const LOOKS_FOR_EDITOR = 18;

const WRITTEN_IN =
  'input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [contenteditable="true"]';

export interface WantedField {
  /** Container of the field; null until it is drawn. */
  place(): HTMLElement | null;
  /** Selector of the element that takes the focus; by default an editable control. */
  readonly control?: string;
  /** Element that holds the focus until the control exists. */
  standIn?(): HTMLElement | null;
}

/** Timers of the latest requests, which cancel earlier ones. */
let pending: ReturnType<typeof setTimeout> | undefined;
let seeing: ReturnType<typeof setTimeout> | undefined;

/**
 * Scrolls a field into view once it is drawn, and focuses it; cancelled if the user moves the focus
 * elsewhere.
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

/** Scrolls a place into view once it is drawn, at least as far as needed; the focus stays. */
export function seeWhenDrawn(place: () => HTMLElement | null): void {
  const until = performance.now() + PATIENCE_MS;
  const look = () => {
    const found = place();
    if (found) found.scrollIntoView({ block: 'nearest' });
    else if (performance.now() < until) seeing = setTimeout(look, LOOK_MS);
  };
  clearTimeout(seeing);
  look();
}

/** The visible one of several matches: hidden worksheets and tabs are in the document, too. */
export const inSight = (selector: string): HTMLElement | null =>
  [...document.querySelectorAll<HTMLElement>(selector)].find((each) => each.offsetParent !== null) ?? null;
