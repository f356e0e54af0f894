import { describe, expect, it } from 'vitest';
import type { CalendarEntry } from './calendar-events.ts';
import { monthWeeks } from './month-weeks.ts';

const entry = (id: string, from: string, to = from, time: string | null = null): CalendarEntry => ({
  ...{ id, title: id, color: 'gray', time },
  span: { from, to },
});
/** Bars of the week of a day, as `id line:from-to`. */
const barsOf = (day: string, entries: readonly CalendarEntry[], lines = 2) => {
  const week = monthWeeks(day, entries, lines).find(({ days }) => days.includes(day));
  return {
    bars: week?.bars.map((bar) => `${bar.entry.id} ${bar.line}:${bar.from}-${bar.to}`),
    hidden: week?.hidden,
  };
};
const NONE = [0, 0, 0, 0, 0, 0, 0];

describe('weeks of a month', () => {
  it('are whole, from Monday to Sunday', () => {
    const days = monthWeeks('2026-11-18', [], 2).map((week) => [week.days[0], week.days[6]]);
    expect(days).toEqual([
      ['2026-10-26', '2026-11-01'],
      ['2026-11-02', '2026-11-08'],
      ['2026-11-09', '2026-11-15'],
      ['2026-11-16', '2026-11-22'],
      ['2026-11-23', '2026-11-29'],
      ['2026-11-30', '2026-12-06'],
    ]);
    expect(monthWeeks('2027-02-28', [], 2)).toHaveLength(4);
  });

  it('show a long entry as a bar in each week', () => {
    const long = entry('a', '2026-11-12', '2026-11-24');
    expect(barsOf('2026-11-12', [long])).toEqual({ bars: ['a 0:3-6'], hidden: NONE });
    expect(barsOf('2026-11-18', [long])).toEqual({ bars: ['a 0:0-6'], hidden: NONE });
    expect(barsOf('2026-11-24', [long])).toEqual({ bars: ['a 0:0-1'], hidden: NONE });
    expect(barsOf('2026-11-04', [long])).toEqual({ bars: [], hidden: NONE });
  });

  it('give a line to earlier and longer entries first, and use it again where it is free', () => {
    const entries = [
      entry('short', '2026-11-16'),
      entry('late', '2026-11-18', '2026-11-19'),
      entry('long', '2026-11-16', '2026-11-20'),
    ];
    expect(barsOf('2026-11-16', entries)).toEqual({
      bars: ['long 0:0-4', 'short 1:0-0', 'late 1:2-3'],
      hidden: NONE,
    });
  });

  it('put whole days before times, and these in order', () => {
    const day = '2026-11-17';
    const entries = [entry('ten', day, day, '10:00'), entry('nine', day, day, '09:00'), entry('all', day)];
    expect(barsOf(day, entries, 3).bars).toEqual(['all 0:1-1', 'nine 1:1-1', 'ten 2:1-1']);
  });

  it('count the entries without a line on each of their days', () => {
    const entries = ['a', 'b', 'c', 'd'].map((id) => entry(id, '2026-11-17', '2026-11-18'));
    expect(barsOf('2026-11-17', entries)).toEqual({
      bars: ['a 0:1-2', 'b 1:1-2'],
      hidden: [0, 2, 2, 0, 0, 0, 0],
    });
  });
});
