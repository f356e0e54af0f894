import { describe, expect, it } from 'vitest';
import { percentile, summarise } from './statistics.ts';

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('a percentile', () => {
  it.each([
    ['the middle of an odd series', [3, 1, 2], 50, 2],
    ['the lower middle of an even one', [4, 1, 3, 2], 50, 2],
    ['95 of a hundred', upTo(100), 95, 95],
    ['95 of two hundred and fifty', upTo(250), 95, 238],
    ['the only one', [7], 99, 7],
    ['the smallest', [5, 9], 0, 5],
    ['the largest', [9, 5], 100, 9],
  ])('is %s', (_, values, percent, expected) => {
    expect(percentile(values, percent)).toBe(expected);
  });

  it('of nothing is an error', () => {
    expect(() => percentile([], 50)).toThrow(RangeError);
  });
});

describe('a summary', () => {
  it('leaves the series as it was', () => {
    const values = [30, 10, 20];
    expect(summarise(values)).toEqual({ count: 3, p50: 20, p95: 30, p99: 30, max: 30 });
    expect(values).toEqual([30, 10, 20]);
  });
});
