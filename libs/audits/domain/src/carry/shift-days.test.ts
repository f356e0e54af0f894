import { workCalendar } from '@cotejo/structure-domain';
import { describe, expect, it } from 'vitest';
import { shiftDays } from './shift-days.ts';

const calendar = workCalendar(
  [],
  [
    { date: '2026-02-03', kind: 'holiday' },
    { date: '2026-02-07', kind: 'working' },
  ],
);

describe('days of a rolled-forward audit', () => {
  it.each<[string, string | null, string, string | null, string | null]>([
    ['move by the difference of the start dates', '2025-02-03', '2026-02-02', '2025-02-04', '2026-02-04'],
    ['stay where both audits begin on one day', '2026-02-02', '2026-02-02', '2026-02-05', '2026-02-05'],
    ['move back where the new audit begins earlier', '2026-03-02', '2026-02-02', '2026-03-04', '2026-02-04'],
    ['go from a Saturday to Monday', '2026-01-01', '2026-01-02', '2026-01-30', '2026-02-02'],
    ['go from a Sunday to Monday', '2026-01-01', '2026-01-02', '2026-01-31', '2026-02-02'],
    ['go beyond a holiday of Colombia', '2025-01-01', '2026-01-01', '2025-05-01', '2026-05-04'],
    ['go beyond a free day of the account', '2026-01-02', '2026-01-05', '2026-01-31', '2026-02-04'],
    ['use a Saturday on which the account works', '2026-01-02', '2026-01-05', '2026-02-04', '2026-02-07'],
    ['cross the end of a leap February', '2023-02-28', '2024-02-28', '2023-03-01', '2024-02-29'],
    ['are none where the source has none', '2025-02-03', '2026-02-02', null, null],
    ['are dropped where the source has no start', null, '2026-02-02', '2025-02-04', null],
  ])('%s', (_, from, to, day, then) => {
    expect(shiftDays(from, to, calendar)(day)).toBe(then);
  });

  it('keep their order', () => {
    const shift = shiftDays('2025-01-13', '2026-01-19', calendar);
    const days = Array.from({ length: 120 }, (_, at) =>
      new Date(Date.UTC(2025, 0, 1 + at)).toISOString().slice(0, 10),
    );
    const moved = days.map((day) => shift(day) as string);
    expect(moved).toEqual([...moved].sort());
    for (const day of moved) expect(calendar.isWorkingDay(day)).toBe(true);
  });

  it('are found in an account that works on no day', () => {
    const never = { isWorkingDay: () => false };
    expect(shiftDays('2025-01-01', '2026-01-01', never)('2025-01-05')).toBe('2026-01-05');
  });
});
