/** Milliseconds since the epoch, finer than `Date.now()`: comparable with the same sum in a browser here. */
export const clock = (): number => performance.timeOrigin + performance.now();

export interface ClockOffset {
  /** What to subtract from the other clock to read ours, in milliseconds. */
  readonly offset: number;
  /** The offset is known to within this much. */
  readonly uncertainty: number;
}

/** How far another clock is from ours, from the quickest of some round trips. */
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
