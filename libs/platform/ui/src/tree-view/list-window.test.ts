import { describe, expect, it } from 'vitest';
import { scrollTopFor, shows, windowAt } from './list-window.ts';

describe('the rows that are drawn', () => {
  it.each([
    ['at the top', 0, 100, { from: 0, to: 20 }],
    ['further down', 3_200, 1_000, { from: 92, to: 120 }],
    ['some pixels on: the same', 3_230, 1_000, { from: 92, to: 120 }],
    ['at the end', 32 * 90, 100, { from: 80, to: 100 }],
    ['of a few', 0, 3, { from: 0, to: 3 }],
    ['of none', 0, 0, { from: 0, to: 0 }],
    ['after most rows went', 3_200, 5, { from: 4, to: 5 }],
  ])('%s', (_name, scrollTop, count, expected) => {
    expect(windowAt(scrollTop, 320, 32, count)).toEqual(expected);
  });
});

describe('what is drawn shows a scroll position', () => {
  it.each([
    ['within it', { from: 92, to: 120 }, 3_200, 1_000, true],
    ['that begins above it', { from: 92, to: 120 }, 2_900, 1_000, false],
    ['that ends below it', { from: 92, to: 120 }, 3_540, 1_000, false],
    ['at the end of the list', { from: 80, to: 100 }, 32 * 90, 100, true],
  ])('%s', (_name, drawn, scrollTop, count, expected) => {
    expect(shows(drawn, scrollTop, 320, 32, count)).toBe(expected);
  });
});

describe('scrolling to a row', () => {
  it.each([
    ['that is in sight', 5, 0, 0],
    ['a little below: to the lower edge', 12, 0, 96],
    ['a little above: to the upper edge', 8, 320, 256],
    ['far below: to the middle', 100, 0, 3_056],
    ['far above, near the top', 1, 3_200, 0],
  ])('%s', (_name, index, now, expected) => {
    expect(scrollTopFor(index, now, 320, 32, 0)).toBe(expected);
  });

  it('keeps it clear of what floats over the foot', () => {
    expect(scrollTopFor(9, 0, 320, 32, 56)).toBe(56);
  });
});
