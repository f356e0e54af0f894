import { setImmediate as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { longestTurn } from './longest-turn.ts';

const spin = (ms: number) => {
  const until = performance.now() + ms;
  while (performance.now() < until);
};

describe('the longest turn', () => {
  it('is that of the work between two turns of others, not of all of it', async () => {
    const { longest, result } = await longestTurn(async () => {
      for (let n = 0; n < 4; n++) {
        spin(40);
        await pause();
      }
      return 'done';
    });
    expect(result).toBe('done');
    expect(longest).toBeLessThan(120);
    expect(longest).toBeGreaterThan(5);
  });

  it('does not count waiting', async () => {
    const { longest } = await longestTurn(() => new Promise((resolve) => setTimeout(resolve, 200)));
    expect(longest).toBeLessThan(100);
  });
});
