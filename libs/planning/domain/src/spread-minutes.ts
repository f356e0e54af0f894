import { daysBetween } from '@cotejo/structure-domain';

/** Minutes of the twelve months of a year, January first. */
export type YearMinutes = readonly number[];
const MONTHS = 12;
export const NO_MINUTES: YearMinutes = Array.from({ length: MONTHS }, () => 0);

export const addMinutes = (one: YearMinutes, other: YearMinutes): YearMinutes =>
  one.map((minutes, month) => minutes + (other[month] ?? 0));

/**
 * Whole minutes of work by month of a year, spread evenly over the working time from the first to the last day; a range
 * without working time is spread over its days. What falls into other years is left out.
 */
export function spreadMinutes(
  minutes: number,
  { from, to }: { readonly from: string; readonly to: string },
  year: number,
  minutesOn: (day: string) => number,
): YearMinutes {
  const days = [...daysBetween(from, to)];
  const isWorked = days.some((day) => minutesOn(day) > 0);
  const weightOf = (day: string) => (isWorked ? minutesOn(day) : 1);
  const total = days.reduce((sum, day) => sum + weightOf(day), 0);
  const months = [...NO_MINUTES];
  let passed = 0;
  // Rounding the running sum keeps the months' sum equal to the whole.
  let given = 0;
  for (const day of days) {
    passed += weightOf(day);
    const until = Math.round((minutes * passed) / total);
    if (day.startsWith(`${year}-`)) {
      const month = Number(day.slice(5, 7)) - 1;
      months[month] = (months[month] ?? 0) + until - given;
    }
    given = until;
  }
  return months;
}

/** Working time of each month. */
export function workingMonths(year: number, minutesOn: (day: string) => number): YearMinutes {
  const months = [...NO_MINUTES];
  for (const day of daysBetween(`${year}-01-01`, `${year}-12-31`)) {
    const month = Number(day.slice(5, 7)) - 1;
    months[month] = (months[month] ?? 0) + minutesOn(day);
  }
  return months;
}

const MONTHS_OF_QUARTER = 3;
/** Sums of the four quarters. */
export const quartersOf = (months: YearMinutes): readonly number[] =>
  [0, 1, 2, 3].map((quarter) =>
    months
      .slice(quarter * MONTHS_OF_QUARTER, (quarter + 1) * MONTHS_OF_QUARTER)
      .reduce((sum, minutes) => sum + minutes, 0),
  );
