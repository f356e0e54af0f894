import { addDays, daysBetween, weekOf } from '../days.ts';
import type { CalendarEntry } from './calendar-events.ts';

/** Part of an entry within a week. */
export interface MonthBar {
  readonly entry: CalendarEntry;
  /** First and last column, 0 = Monday. */
  readonly from: number;
  readonly to: number;
  /** Line below the day numbers, from 0. */
  readonly line: number;
}

export interface MonthWeek {
  readonly days: readonly string[];
  readonly bars: readonly MonthBar[];
  /** Entries of each day that have no line. */
  readonly hidden: readonly number[];
}

const WEEK_DAYS = 7;

/**
 * Weeks of the month of a day, from Monday, with the entries that fit into so many lines: a bar keeps its line through
 * the week; earlier and longer entries come first, of equal ones in the given order.
 */
export function monthWeeks(
  day: string,
  entries: readonly CalendarEntry[],
  lines: number,
): readonly MonthWeek[] {
  const first = `${day.slice(0, 7)}-01`;
  const last = addDays(`${addDays(first, 31).slice(0, 7)}-01`, -1);
  const start = weekOf(first).from;
  const count = (daysBetween(start, weekOf(last).to) + 1) / WEEK_DAYS;
  const ordered = entries.toSorted(inOrder);
  return Array.from({ length: count }, (_, week) =>
    weekFrom(addDays(start, week * WEEK_DAYS), ordered, lines),
  );
}

function weekFrom(monday: string, ordered: readonly CalendarEntry[], lines: number): MonthWeek {
  const days = Array.from({ length: WEEK_DAYS }, (_, at) => addDays(monday, at));
  const sunday = days.at(-1) ?? monday;
  const bars: MonthBar[] = [];
  const hidden = days.map(() => 0);
  const isTaken = Array.from({ length: lines }, () => days.map(() => false));
  for (const entry of ordered) {
    const { from: begins, to: ends } = entry.span;
    if (begins > sunday || ends < monday) continue;
    const from = begins <= monday ? 0 : days.indexOf(begins);
    const to = ends >= sunday ? WEEK_DAYS - 1 : days.indexOf(ends);
    const line = isTaken.findIndex((taken) => !taken.slice(from, to + 1).includes(true));
    const own = isTaken[line];
    if (own === undefined) {
      for (let at = from; at <= to; at++) hidden[at] = (hidden[at] ?? 0) + 1;
      continue;
    }
    own.fill(true, from, to + 1);
    bars.push({ entry, from, to, line });
  }
  return { days, bars, hidden };
}

/** Text order is that of days and times; whole days come before times. */
const inOrder = (a: CalendarEntry, b: CalendarEntry): number =>
  compare(a.span.from, b.span.from) || compare(b.span.to, a.span.to) || compare(a.time ?? '', b.time ?? '');

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);
