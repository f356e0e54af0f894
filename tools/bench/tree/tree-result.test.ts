import { describe, expect, it } from 'vitest';
import { latePercent, perSecond } from './tree-result.ts';

describe('frames of scrolling', () => {
  it('at sixty a second are never late', () => {
    const frames = Array.from({ length: 60 }, () => 1_000 / 60);
    expect(latePercent(frames)).toBe(0);
    expect(perSecond(frames)).toBeCloseTo(60);
  });

  it('that were missed are late ones, and fewer', () => {
    const frames = [16, 17, 33, 50];
    expect(latePercent(frames)).toBe(50);
    expect(perSecond(frames)).toBeCloseTo(4_000 / 116);
  });
});
