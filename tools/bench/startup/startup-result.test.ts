import { describe, expect, it } from 'vitest';
import type { Openings } from '../tree/measure-screen.ts';
import { startupResult } from './startup-result.ts';

const openings = (cold: number, warm: number): Openings => ({
  cold: [{ shown: cold / 2, interactive: cold, requests: 25 }],
  warm: [{ shown: warm / 2, interactive: warm, requests: 9 }],
});

describe('the result of the bench of startup', () => {
  it('compares each plan with the page of as many rows', () => {
    const { bars } = startupResult(
      { small: 70, large: 10_000 },
      {
        small: { plan: openings(300, 260), bare: openings(200, 200) },
        large: { plan: openings(700, 500), bare: openings(350, 250) },
      },
    );
    expect(bars.map(({ name, value, bar }) => [name, value, bar])).toEqual([
      ['small_cold_ratio', 1.5, 1.6],
      ['small_warm_ratio', 1.3, 1.3],
      ['small_requests', 25, 31],
      ['large_cold_ratio', 2, 1.6],
      ['large_warm_ratio', 2, 1.3],
      ['large_requests', 25, 31],
    ]);
  });
});
