import { describe, expect, it } from 'vitest';
import { RecentTimes } from './recent-times.ts';

const after = (times: readonly number[]) => {
  const recent = new RecentTimes();
  for (const ms of times) recent.note(ms);
  return recent.figures;
};

describe('times of the latest calls', () => {
  it.each([
    [[], null],
    [[7], { medianMs: 7, p95Ms: 7 }],
    [[3, 45, 3, 3], { medianMs: 3, p95Ms: 45 }],
    [Array.from({ length: 100 }, (_, n) => n + 1), { medianMs: 50, p95Ms: 95 }],
  ])('%j', (times, figures) => {
    expect(after(times)).toEqual(figures);
  });

  it('forgets older ones', () => {
    const old = Array.from({ length: 500 }, () => 1_000);
    expect(after([...old, ...Array.from({ length: 200 }, () => 2)])).toEqual({ medianMs: 2, p95Ms: 2 });
  });
});
