import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { lastVersionBy } from './last-version-by.ts';

const at = (minute: number): string => new Date(minute * 60_000).toISOString();
/** A log whose version n has the time `minutes[n]`. */
const logOf = (minutes: readonly number[]) =>
  vi.fn(async (upTo: number) => {
    const version = Math.min(upTo, minutes.length - 1);
    const minute = minutes[version];
    return minute === undefined ? null : { version, at: at(minute) };
  });

describe('the last version told by a moment', () => {
  it('is none before the first, and in an empty log', async () => {
    expect(await lastVersionBy(at(4), logOf([5, 6]))).toBeNull();
    expect(await lastVersionBy(at(4), logOf([]))).toBeNull();
  });

  it('is what reading the whole log would give', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(50), { minLength: 1, maxLength: 60 }),
        fc.nat(50),
        async (given, moment) => {
          const minutes = given.toSorted((a, b) => a - b);
          const expected = minutes.findLastIndex((minute) => minute <= moment);
          expect(await lastVersionBy(at(moment), logOf(minutes))).toBe(expected < 0 ? null : expected);
        },
      ),
    );
  });

  it('asks seventeen times, and once for the end, in a log of a hundred thousand', async () => {
    const log = logOf(Array.from({ length: 100_000 }, (_, version) => version));
    expect(await lastVersionBy(at(70_123), log)).toBe(70_123);
    expect(log.mock.calls.length).toBeLessThanOrEqual(18);
  });
});
