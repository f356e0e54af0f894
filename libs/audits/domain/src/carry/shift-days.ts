import type { WorkCalendar } from '@cotejo/structure-domain';

const DAY_MS = 86_400_000;

/** Days that a search for a working day goes ahead: an account may have declared weeks free, but not a year. */
const MOST_FREE_DAYS = 366;

const addDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);

/** A day of the source as a day of the new audit; null where it has none. */
export type ShiftDay = (day: string | null) => string | null;

/**
 * Moves days by the difference between two start dates, to the next working day. Without a start date of the source
 * there is no difference: its days are dropped.
 * Source: domain rules, section 13.
 */
export function shiftDays(
  from: string | null,
  to: string,
  calendar: Pick<WorkCalendar, 'isWorkingDay'>,
): ShiftDay {
  if (from === null) return () => null;
  const difference = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
  return (day) => (day === null ? null : nextWorkingDay(addDays(day, difference), calendar));
}

function nextWorkingDay(day: string, calendar: Pick<WorkCalendar, 'isWorkingDay'>): string {
  for (let ahead = 0; ahead < MOST_FREE_DAYS; ahead++) {
    const next = addDays(day, ahead);
    if (calendar.isWorkingDay(next)) return next;
  }
  return day;
}
