import { describe, expect, it } from 'vitest';
import type { ListColumn } from '../columns/list-column.ts';
import { addDays, dateOf, dayIn, dayOf, daysBetween, isDay, spanChanges, spanOf, weekOf } from './days.ts';

describe('days', () => {
  it.each([
    ['2026-02-28', 1, '2026-03-01'],
    ['2024-02-28', 1, '2024-02-29'],
    ['2026-01-01', -1, '2025-12-31'],
    // Daylight saving time starts in Europe on this day.
    ['2026-03-29', 1, '2026-03-30'],
  ])('%s and %i more is %s', (day, count, after) => {
    expect(addDays(day, count)).toBe(after);
    expect(daysBetween(day, after)).toBe(count);
  });

  it.each(['2026-11-22', '2026-03-29', '0999-01-01'])('%s comes back from a Date', (day) =>
    expect(dayOf(dateOf(day))).toBe(day),
  );

  it.each([
    ['2026-11-22', '2026-11-16', '2026-11-22'],
    ['2026-11-23', '2026-11-23', '2026-11-29'],
    ['1969-12-31', '1969-12-29', '1970-01-04'],
  ])('the week of %s is %s to %s', (day, from, to) => expect(weekOf(day)).toEqual({ from, to }));

  it('are told from other values', () => {
    expect(['2026-11-22', '2026-13-01', '22/11/2026', '', null, 20261122, true].map(isDay)).toEqual([
      true,
      ...Array.from({ length: 6 }, () => false),
    ]);
  });

  it('of a moment is that of the person’s clock', () => {
    const column = { id: 'at', label: 'At', kind: 'moment', value: () => null } satisfies ListColumn<unknown>;
    const bogota = (moment: string) => (moment === '2026-11-22T03:00:00.000Z' ? '2026-11-21' : '');
    expect(dayIn(column, '2026-11-22T03:00:00.000Z', bogota)).toBe('2026-11-21');
    expect(dayIn(column, 'soon', bogota)).toBeNull();
    expect(dayIn({ ...column, kind: 'day' }, '2026-11-22', bogota)).toBe('2026-11-22');
    expect(dayIn({ ...column, kind: 'day' }, null, bogota)).toBeNull();
  });
});

describe('a span', () => {
  it.each([
    ['2026-11-02', '2026-11-05', { from: '2026-11-02', to: '2026-11-05' }],
    ['2026-11-02', null, { from: '2026-11-02', to: '2026-11-02' }],
    [null, '2026-11-05', { from: '2026-11-05', to: '2026-11-05' }],
    ['2026-11-05', '2026-11-02', { from: '2026-11-05', to: '2026-11-05' }],
    [null, null, null],
  ])('of %s and %s', (from, to, span) => expect(spanOf(from, to)).toEqual(span));

  it('changes the end first when it goes later, the start first when it goes earlier', () => {
    const span = { from: '2026-11-10', to: '2026-11-12' };
    const ends = (from: string, to: string) => spanChanges(span, { from, to }).map(({ end }) => end);
    expect(ends('2026-11-20', '2026-11-22')).toEqual(['to', 'from']);
    expect(ends('2026-11-01', '2026-11-03')).toEqual(['from', 'to']);
    expect(ends('2026-11-10', '2026-11-20')).toEqual(['to']);
    expect(ends('2026-11-10', '2026-11-12')).toEqual([]);
  });
});
