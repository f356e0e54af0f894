import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Pace } from './pace.ts';

/** Milliseconds after which each piece of work started, in order. */
async function begun(pace: Pace, pieces: readonly (readonly [key: string, cost: number])[]) {
  const start = performance.now();
  const times: number[] = [];
  const all = pieces.map(async ([key, cost], index) => {
    const turn = pace.take(key, cost);
    if (turn) await turn;
    times[index] = Math.round(performance.now() - start);
  });
  await vi.runAllTimersAsync();
  await Promise.all(all);
  return times;
}

describe('the pace of a person', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const pace = (): Pace => new Pace({ burst: 1_000, perSecond: 50 });

  it('lets a burst pass, then as much as comes back', async () => {
    expect(
      await begun(pace(), [
        ['a', 500],
        ['a', 500],
        ['a', 500],
        ['a', 10],
        ['a', 10],
      ]),
    ).toEqual([0, 0, 0, 10_000, 10_200]);
  });

  it('begins a piece that is larger than the burst, and makes the next one wait for it', async () => {
    expect(
      await begun(pace(), [
        ['a', 2_000],
        ['a', 1],
      ]),
    ).toEqual([0, 20_000]);
  });

  it('slows nobody else', async () => {
    expect(
      await begun(pace(), [
        ['a', 5_000],
        ['b', 1],
        ['a', 1],
      ]),
    ).toEqual([0, 0, 80_000]);
  });

  it('saves no more than the burst', async () => {
    const one = pace();
    await begun(one, [['a', 1_000]]);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(
      await begun(one, [
        ['a', 1_000],
        ['a', 1],
      ]),
    ).toEqual([0, 0]);
    expect(await begun(one, [['a', 50]])).toEqual([20]);
  });

  it('counts what was known only afterwards', async () => {
    const one = pace();
    one.charge('a', 1_500);
    expect(await begun(one, [['a', 1]])).toEqual([10_000]);
  });

  it('forgets those who rested when there are many', async () => {
    const one = pace();
    for (let key = 0; key < 1_000; key++) one.charge(`key ${key}`, 1);
    await vi.advanceTimersByTimeAsync(1_000);
    one.charge('a', 1_500);
    for (let key = 0; key < 1_000; key++) one.charge(`other ${key}`, 1);
    expect(await begun(one, [['a', 1]])).toEqual([10_000]);
  });
});
