import type { CellValue, ListColumn } from '../columns/list-column.ts';

const DAY_MS = 86_400_000;
const DAY_TEXT = /^\d{4}-\d{2}-\d{2}$/;

/** Days are `yyyy-MM-dd` and counted in UTC, where each has 24 hours: browser time zones have no effect. */
export const isDay = (value: CellValue): value is string =>
  typeof value === 'string' && DAY_TEXT.test(value) && !Number.isNaN(Date.parse(value));

export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);

/** Number of days from `from` to `to`. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

/** Local midnight of a day, for libraries that use the browser's time zone. */
export function dateOf(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date);
}

/** Day of such a library's `Date`. */
export const dayOf = (date: Date): string =>
  [
    String(date.getFullYear()).padStart(4, '0'),
    String(date.getMonth() + 1).padStart(2, '0'),
    String(date.getDate()).padStart(2, '0'),
  ].join('-');

/** Day of a cell; for moments in the user's time zone (`isoDay` of the formatters). */
export function dayIn<Row>(
  column: ListColumn<Row>,
  value: CellValue,
  isoDay: (moment: string) => string,
): string | null {
  if (isDay(value)) return value;
  if (column.kind !== 'moment' || typeof value !== 'string') return null;
  return isoDay(value) || null;
}

export interface DaySpan {
  readonly from: string;
  /** The last day, inclusive. */
  readonly to: string;
}

/** Span of two cells: with a missing end, or one before the start, a single day. */
export const spanOf = (from: string | null, to: string | null): DaySpan | null => {
  const start = from ?? to;
  return start === null ? null : { from: start, to: to !== null && to > start ? to : start };
};

export interface DayChange {
  readonly end: 'from' | 'to';
  readonly day: string;
}

/** Changes of both days, ordered so that the start is never after the end. */
export function spanChanges(before: DaySpan, after: DaySpan): readonly DayChange[] {
  const from: readonly DayChange[] = before.from === after.from ? [] : [{ end: 'from', day: after.from }];
  const to: readonly DayChange[] = before.to === after.to ? [] : [{ end: 'to', day: after.to }];
  return after.from > before.from ? [...to, ...from] : [...from, ...to];
}

const WEEK_DAYS = 7;

/** Monday to Sunday of a day's week. */
export function weekOf(day: string): DaySpan {
  // 1970-01-05 was a Monday.
  const since = daysBetween('1970-01-05', day);
  const from = addDays(day, -(((since % WEEK_DAYS) + WEEK_DAYS) % WEEK_DAYS));
  return { from, to: addDays(from, WEEK_DAYS - 1) };
}
