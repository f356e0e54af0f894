import { describe, expect, it } from 'vitest';
import { workCalendar, workYear, type ChangedDay, type Terms } from './work-calendar.ts';

const legal = workCalendar([], []);
const terms = (since: string, more: Partial<Terms> = {}): Terms => ({
  ...{ since, dailyMinutes: 480, weekdays: 'monday_friday', vacationDays: 15, trainingDays: 5 },
  ...more,
});

describe('without changes of the account', () => {
  it.each([
    ['2026-11-20', true, 504, 'a Friday'],
    ['2026-11-21', false, 0, 'a Saturday'],
    ['2026-11-16', false, 0, 'a holiday'],
    ['2026-07-14', true, 528, 'the last day of 44 hours a week'],
    ['2026-07-15', true, 504, 'the first day of 42 hours a week'],
    ['1990-07-16', true, 576, 'before the terms begin'],
  ])('%s is a working day: %s, with %i minutes (%s)', (day, isWorking, minutes) => {
    expect([legal.isWorkingDay(day), legal.minutesOn(day)]).toEqual([isWorking, minutes]);
  });

  it.each([
    [2024, 246],
    [2025, 245],
    [2026, 243],
    [2027, 246],
  ])('%i has %i working days', (year, days) => expect(workYear(legal, year).workingDays).toBe(days));

  it('a year tells each part of its terms, and the time of all its days', () => {
    const year = workYear(legal, 2026);
    expect(year.terms.map(({ since, dailyMinutes }) => [since, dailyMinutes])).toEqual([
      ['2025-07-15', 528],
      ['2026-07-15', 504],
    ]);
    const before = legal.between('2026-01-01', '2026-07-14').days;
    expect(year.minutes).toBe(before * 528 + (243 - before) * 504);
  });
});

describe('with changes of the account', () => {
  it.each<[string, boolean, ChangedDay['kind'], string]>([
    ['2026-12-24', false, 'holiday', 'a free Thursday'],
    ['2026-11-16', true, 'working', 'a holiday that is worked'],
    ['2026-11-21', true, 'working', 'a Saturday that is worked'],
  ])('%s is a working day: %s (%s, %s)', (date, isWorking, kind) => {
    expect(workCalendar([], [{ date, kind }]).isWorkingDay(date)).toBe(isWorking);
  });

  it('own terms hold from their date until the next ones; the law holds before', () => {
    const own = workCalendar(
      [terms('2026-06-01', { dailyMinutes: 450 }), terms('2026-03-01', { weekdays: 'monday_saturday' })],
      [],
    );
    const told = ['2026-02-27', '2026-02-28', '2026-03-07', '2026-05-29', '2026-06-01', '2026-06-06'];
    expect(told.map((day) => own.minutesOn(day))).toEqual([528, 0, 480, 480, 450, 0]);
    // The shorter week of July 2026 does not replace what the account has said itself.
    expect(own.minutesOn('2026-07-21')).toBe(450);
  });

  it('counts days and time of a range, both ends included', () => {
    const own = workCalendar(
      [terms('2026-01-01', { weekdays: 'every' })],
      [{ date: '2026-03-04', kind: 'holiday' }],
    );
    expect(own.between('2026-03-02', '2026-03-08')).toEqual({ days: 6, minutes: 6 * 480 });
    expect(own.between('2026-03-08', '2026-03-02')).toEqual({ days: 0, minutes: 0 });
  });
});
