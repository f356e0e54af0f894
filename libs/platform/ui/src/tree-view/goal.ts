/** Kind of navigation to a row: with focus, without focus, or scrolling only. */
export type Way = 'reveal' | 'show' | 'scroll';

/** A row to go to, as soon as it exists. */
export interface Goal {
  readonly id: string;
  /** Rows selected with it. */
  readonly together: readonly string[];
  /** On the clock of `performance.now`. */
  readonly until: number;
  readonly way: Way;
}

/** Milliseconds to wait for a row that does not exist yet. */
const REVEAL_MS = 3_000;

export const goalOf = (id: string, way: Way, together: readonly string[]): Goal => ({
  id,
  together,
  way,
  until: performance.now() + REVEAL_MS,
});
