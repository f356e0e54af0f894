import type { ScheduleEventData } from '@mantine/schedule';
import { addDays, daysBetween, weekOf, type DaySpan } from '../days.ts';

export const CALENDAR_SPANS = ['month', 'week', 'day'] as const;
export type CalendarSpan = (typeof CALENDAR_SPANS)[number];

/** A row in the calendar: whole days, or a time of a day. */
export interface CalendarEntry {
  readonly id: string;
  readonly title: string;
  readonly color: string;
  readonly span: DaySpan;
  /** `HH:mm` in the user's time zone; null = whole days. */
  readonly time: string | null;
}

/** Days of adjacent months shown on either side of a month. */
const OUTSIDE_DAYS = 7;

/** Days shown by the calendar; weeks start on Monday. */
export function shownDays(day: string, span: CalendarSpan): DaySpan {
  if (span === 'day') return { from: day, to: day };
  if (span === 'week') return weekOf(day);
  const first = `${day.slice(0, 7)}-01`;
  const next = `${addDays(first, 31).slice(0, 7)}-01`;
  return { from: addDays(first, -OUTSIDE_DAYS), to: addDays(next, 2 * OUTSIDE_DAYS) };
}

/** Entries that overlap the days. The library scans all given entries for each drawn day. */
export const entriesIn = (entries: readonly CalendarEntry[], days: DaySpan): readonly CalendarEntry[] =>
  entries.filter(({ span }) => span.from <= days.to && span.to >= days.from);

/** An entry in the library's format: local times as text, whole days up to the next midnight. */
export function eventOf(entry: CalendarEntry): ScheduleEventData {
  const { id, title, color, span, time } = entry;
  if (time === null)
    return { id, title, color, start: `${span.from} 00:00:00`, end: `${addDays(span.to, 1)} 00:00:00` };
  return { id, title, color, start: `${span.from} ${time}:00`, end: endOfHour(span.from, time) };
}

/** One hour later, at most the end of the day. */
function endOfHour(day: string, time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  if (hour >= 23) return `${day} 23:59:59`;
  return `${day} ${String(hour + 1).padStart(2, '0')}:${String(minute).padStart(2, '0')}:00`;
}

/** The span moved to another first day. */
export const movedTo = (span: DaySpan, from: string): DaySpan => ({
  from,
  to: addDays(from, daysBetween(span.from, span.to)),
});
