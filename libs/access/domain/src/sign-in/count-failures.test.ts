import { SIGN_IN_LIMITS } from '@cotejo/access-contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterFailure, lockedUntil, type Failures } from './count-failures.ts';

const START = new Date('2026-03-01T10:00:00Z');
const later = (from: Date, seconds: number): Date => new Date(from.getTime() + seconds * 1000);
const { failuresToLock, lockMinutes } = SIGN_IN_LIMITS;

/** A number of failures, each `apart` seconds after the previous one; the last one at the returned moment. */
function fail(times: number, apart: number): { readonly failures: Failures | null; readonly now: Date } {
  let failures: Failures | null = null;
  let now = START;
  for (let i = 0; i < times; i++) {
    now = later(now, apart);
    failures = afterFailure(failures, now);
  }
  return { failures, now };
}

describe('wrong attempts at a name', () => {
  it.each([
    [0, 1, false],
    [failuresToLock - 1, 1, false],
    [failuresToLock, 1, true],
    [failuresToLock + 5, 1, true],
    [failuresToLock, lockMinutes * 60, true],
    [failuresToLock * 3, lockMinutes * 60 + 1, false],
  ])('%i, %i seconds apart: locked %s', (times, apart, locked) => {
    const { failures, now } = fail(times, apart);
    expect(lockedUntil(failures, now) !== null).toBe(locked);
  });

  it('lock for a quarter of an hour, not longer', () => {
    const { failures, now } = fail(failuresToLock, 1);
    expect(lockedUntil(failures, now)).toEqual(later(now, lockMinutes * 60));
    expect(lockedUntil(failures, later(now, lockMinutes * 60 - 1))).not.toBeNull();
    expect(lockedUntil(failures, later(now, lockMinutes * 60))).toBeNull();
  });

  it('never let anybody try more often than ten times a quarter of an hour on end', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 3000 }), { maxLength: 80 }), (pauses) => {
        let failures: Failures | null = null;
        let now = START;
        const tried: Date[] = [];
        for (const pause of pauses) {
          now = later(now, pause);
          if (lockedUntil(failures, now) !== null) continue;
          failures = afterFailure(failures, now);
          tried.push(now);
        }
        for (const from of tried) {
          const within = tried.filter((at) => at >= from && at < later(from, lockMinutes * 60));
          expect(within.length).toBeLessThanOrEqual(failuresToLock);
        }
      }),
    );
  });
});
