import type { CalendarDay, WorkTerms } from '@cotejo/structure-contracts';
import { colombianHolidays } from './colombian-holidays.ts';
import { daysBetween, weekdayOf } from './days.ts';

/** Working time from a date on. */
export type Terms = Pick<WorkTerms, 'since' | 'dailyMinutes' | 'weekdays' | 'vacationDays' | 'trainingDays'>;
export type ChangedDay = Pick<CalendarDay, 'date' | 'kind'>;

/**
 * Terms by law where an account has none: a week of 48 hours, shortened by law 2101 of 2021, from Monday to Friday;
 * holidays of the labour code, and a week of training.
 */
export const LEGAL_TERMS: readonly Terms[] = (
  [
    ['1991-01-01', 48],
    ['2023-07-15', 47],
    ['2024-07-15', 46],
    ['2025-07-15', 44],
    ['2026-07-15', 42],
  ] as const
).map(([since, weekly]) => ({
  ...{ since, dailyMinutes: (weekly * 60) / 5, weekdays: 'monday_friday' },
  ...{ vacationDays: 15, trainingDays: 5 },
}));

/** Last working weekday, with Monday as 1 and Sunday as 7. */
const LAST_WEEKDAY = { monday_friday: 5, monday_saturday: 6, every: 7 } as const;

export interface WorkCalendar {
  /** Terms in force on a day: the account's own, or those of the law before its first ones. */
  termsOn(day: string): Terms;
  isWorkingDay(day: string): boolean;
  /** Working time of a day; 0 on a free one. */
  minutesOn(day: string): number;
  /** Working days and their time, both ends included. */
  between(from: string, to: string): { readonly days: number; readonly minutes: number };
}

/** The calendar of an account: holidays by law, its own days on top, and its terms by date. */
export function workCalendar(terms: readonly Terms[], changed: readonly ChangedDay[]): WorkCalendar {
  const own = [...terms].sort(byDate);
  const kinds = new Map(changed.map(({ date, kind }) => [date, kind]));
  const holidays = new Map<string, ReadonlySet<string>>();
  const holidaysOf = (year: string): ReadonlySet<string> => {
    const known = holidays.get(year) ?? new Set(colombianHolidays(Number(year)).map(({ date }) => date));
    holidays.set(year, known);
    return known;
  };
  const termsOn = (day: string): Terms =>
    own.findLast(({ since }) => since <= day) ??
    LEGAL_TERMS.findLast(({ since }) => since <= day) ??
    (LEGAL_TERMS[0] as Terms);
  const isWorkingDay = (day: string): boolean => {
    const kind = kinds.get(day);
    if (kind !== undefined) return kind === 'working';
    const weekday = weekdayOf(day) || 7;
    return weekday <= LAST_WEEKDAY[termsOn(day).weekdays] && !holidaysOf(day.slice(0, 4)).has(day);
  };
  const minutesOn = (day: string): number => (isWorkingDay(day) ? termsOn(day).dailyMinutes : 0);
  return {
    ...{ termsOn, isWorkingDay, minutesOn },
    between(from, to) {
      let [days, minutes] = [0, 0];
      for (const day of daysBetween(from, to)) {
        if (!isWorkingDay(day)) continue;
        days += 1;
        minutes += termsOn(day).dailyMinutes;
      }
      return { days, minutes };
    },
  };
}

const byDate = (a: Terms, b: Terms): number => (a.since < b.since ? -1 : Number(a.since > b.since));

/** What a year holds for one person. */
export interface WorkYear {
  readonly year: number;
  readonly workingDays: number;
  /** Time of all working days. */
  readonly minutes: number;
  /** Terms in force at some time of the year, oldest first. */
  readonly terms: readonly Terms[];
}

export function workYear(calendar: WorkCalendar, year: number): WorkYear {
  const [first, last] = [`${year}-01-01`, `${year}-12-31`];
  const terms = new Set([...daysBetween(first, last)].map((day) => calendar.termsOn(day)));
  const { days, minutes } = calendar.between(first, last);
  return { year, workingDays: days, minutes, terms: [...terms] };
}
