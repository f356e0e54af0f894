import { beforeEach, describe, expect, it } from 'vitest';
import { AttemptLimiter } from './attempt-limit.ts';

describe('limit of attempts', () => {
  let now: Date;
  let limiter: AttemptLimiter;

  beforeEach(() => {
    now = new Date('2026-03-01T10:00:00Z');
    limiter = new AttemptLimiter({ failures: 2, windowMs: 60_000 }, () => now);
  });

  it('lets as many through as it says, then tells how long to wait', () => {
    expect(limiter.take('ana')).toBeNull();
    now = new Date(now.getTime() + 15_000);
    expect(limiter.take('ana')).toBeNull();
    expect(limiter.take('ana')).toBe(45);
    expect(limiter.take('leo')).toBeNull();
  });

  it('begins anew when the window is over', () => {
    limiter.take('ana');
    limiter.take('ana');
    now = new Date(now.getTime() + 60_000);
    expect(limiter.take('ana')).toBeNull();
  });

  it('forgets the oldest of too many keys, and keeps the others', () => {
    limiter = new AttemptLimiter({ failures: 1, windowMs: 60_000 }, () => now, 3);
    for (const key of ['ana', 'leo', 'eva', 'ivo']) limiter.take(key);
    expect(limiter.take('leo')).toBe(60);
    expect(limiter.take('ana')).toBeNull();
    expect(limiter.take('eva')).toBe(60);
    expect(limiter.take('leo')).toBeNull();
  });

  it('does not count what succeeded', () => {
    for (let i = 0; i < 10; i++) {
      expect(limiter.take('ana')).toBeNull();
      limiter.giveBack('ana');
    }
  });
});
