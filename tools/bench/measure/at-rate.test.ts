import { describe, expect, it } from 'vitest';
import { atRate } from './at-rate.ts';

describe('a rate', () => {
  it('calls as often as the seconds hold, in order', async () => {
    const calls: number[] = [];
    await atRate({ perSecond: 200, seconds: 0.05, signal: new AbortController().signal }, (n) =>
      calls.push(n),
    );
    expect(calls).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('ends when it is told to', async () => {
    const stop = new AbortController();
    const calls: number[] = [];
    const running = atRate({ perSecond: 50, seconds: 60, signal: stop.signal }, (n) => {
      calls.push(n);
      if (n === 2) stop.abort(new Error('enough'));
    });
    await expect(running).rejects.toThrow();
    expect(calls).toEqual([0, 1, 2]);
  });
});
