import { describe, expect, it } from 'vitest';
import { reconnectDelay } from './reconnect-schedule.ts';

describe('the pause before reconnecting', () => {
  it.each([
    [1, 50, 100],
    [2, 100, 200],
    [3, 200, 400],
    [6, 1_600, 3_200],
    [7, 2_500, 5_000],
    [40, 2_500, 5_000],
  ])('after %i failures is between %i and %i ms', (failures, least, most) => {
    expect(reconnectDelay(failures, 0)).toBe(least);
    expect(reconnectDelay(failures, 0.999_999)).toBeCloseTo(most, 0);
  });

  it('is longer for a server that is busy', () => {
    expect(reconnectDelay(1, 0, true)).toBe(2_000);
  });
});
