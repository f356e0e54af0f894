import { describe, expect, it } from 'vitest';
import { entriesIn, eventOf, movedTo, shownDays, type CalendarEntry } from './calendar-events.ts';

const entry = (from: string, to: string, time: string | null = null): CalendarEntry => ({
  id: `${from}/${to}`,
  title: '',
  color: 'red',
  span: { from, to },
  time,
});

describe('the shown days', () => {
  it.each([
    ['2026-11-22', 'day', '2026-11-22', '2026-11-22'],
    ['2026-11-22', 'week', '2026-11-16', '2026-11-22'],
    ['2026-02-10', 'month', '2026-01-25', '2026-03-15'],
    ['2026-12-31', 'month', '2026-11-24', '2027-01-15'],
  ] as const)('of %s by %s', (day, span, from, to) => expect(shownDays(day, span)).toEqual({ from, to }));
});

it('entries are found by any day that they touch', () => {
  const entries = [
    entry('2026-11-01', '2026-11-09'),
    entry('2026-11-09', '2026-11-10'),
    entry('2026-11-17', '2026-11-17'),
  ];
  expect(entriesIn(entries, { from: '2026-11-10', to: '2026-11-16' })).toEqual([entries[1]]);
});

describe('an event', () => {
  it.each([
    [entry('2026-11-30', '2026-11-30'), '2026-11-30 00:00:00', '2026-12-01 00:00:00'],
    [entry('2026-11-22', '2026-11-22', '09:30'), '2026-11-22 09:30:00', '2026-11-22 10:30:00'],
    [entry('2026-11-22', '2026-11-22', '23:15'), '2026-11-22 23:15:00', '2026-11-22 23:59:59'],
  ])('lasts whole days or an hour', (of, start, end) => expect(eventOf(of)).toMatchObject({ start, end }));
});

it('moves with all its days', () =>
  expect(movedTo({ from: '2026-11-29', to: '2026-12-02' }, '2026-02-27')).toEqual({
    from: '2026-02-27',
    to: '2026-03-02',
  }));
