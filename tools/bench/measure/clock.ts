/**
 * Milliseconds since the epoch, with a finer resolution than `Date.now()`; comparable with the same sum in a local
 * browser.
 */
export const clock = (): number => performance.timeOrigin + performance.now();

export interface ClockOffset {
  /** Milliseconds to subtract from the other clock to get this one. */
  readonly offset: number;
  /** Uncertainty of the offset in milliseconds. */
  readonly uncertainty: number;
}

/** Offset of another clock, from the fastest of several round trips. */
export async function compareClock(readOther: () => Promise<number>, rounds = 40): Promise<ClockOffset> {
  let best: ClockOffset = { offset: 0, uncertainty: Infinity };
  for (let round = 0; round < rounds; round++) {
    const asked = clock();
    const other = await readOther();
    const answered = clock();
    const uncertainty = (answered - asked) / 2;
    if (uncertainty < best.uncertainty) best = { offset: other - (asked + answered) / 2, uncertainty };
  }
  return best;
}
