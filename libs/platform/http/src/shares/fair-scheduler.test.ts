import { describe, expect, it } from 'vitest';
import { FairScheduler } from './fair-scheduler.ts';

/** Order in which work was done, with a mark at each turn of the event loop. */
async function course(turns: FairScheduler, jobs: readonly (readonly [string, number])[]): Promise<string[]> {
  const done: string[] = [];
  let isOver = false;
  const watch = (): void => {
    done.push('|');
    if (!isOver) setImmediate(watch);
  };
  setImmediate(watch);
  await Promise.all(
    jobs.map(async ([key, cost]) => {
      const turn = turns.take(key, cost);
      if (turn) await turn;
      done.push(key);
    }),
  );
  isOver = true;
  return done;
}

describe('turns of the event loop', () => {
  it('are given at once while nobody else works', () => {
    const turns = new FairScheduler(500, 50);
    expect(turns.take('a', 100)).toBeNull();
    expect(turns.take('b', 100)).toBeNull();
    expect(turns.take('a', 400)).not.toBeNull();
  });

  it('let the event loop in between two that fill one each', async () => {
    const done = await course(new FairScheduler(500, 50), [
      ['a', 500],
      ['a', 500],
      ['a', 500],
    ]);
    expect(done.join('')).toMatch(/^a\|+a\|+a/);
  });

  it('go to a neighbour after one of whoever asked for many', async () => {
    const greedy = Array.from({ length: 40 }, () => ['greedy', 500] as const);
    const done = await course(new FairScheduler(500, 50), [...greedy, ['other', 1]]);
    const before = done.slice(0, done.indexOf('other')).filter((key) => key === 'greedy');
    expect(before.length).toBeLessThanOrEqual(2);
  });

  it('are begun by work that is larger than a turn, too', async () => {
    expect((await course(new FairScheduler(500, 50), [['a', 3_000]])).includes('a')).toBe(true);
  });
});
