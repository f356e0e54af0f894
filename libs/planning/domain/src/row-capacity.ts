import {
  balanceOf,
  peopleOf,
  planLoad,
  plannedDays,
  type Commitment,
  type PlannedWork,
} from './plan-capacity.ts';
import { spreadMinutes, workingMonths } from './spread-minutes.ts';

/** A person of a planned row against the time they have while it is done. */
export interface RowBalance {
  readonly person: string;
  /** Minutes left in the months of the row, of the months that have any. */
  readonly free: number;
  /** Months of the row in which more is planned than there is time; January is 0. */
  readonly over: readonly { readonly month: number; readonly minutes: number }[];
}

/** Leader and team of a row against their time, with everything else that the year's plan gives them. */
export function rowBalances(
  row: PlannedWork,
  rows: readonly PlannedWork[],
  commitments: readonly Commitment[],
  year: number,
  minutesOn: (day: string) => number,
): readonly RowBalance[] {
  const days = plannedDays(row, year);
  if (days === null || row.status === 'postponed' || row.status === 'withdrawn') return [];
  const capacity = workingMonths(year, minutesOn);
  const { people } = planLoad([...rows.filter(({ id }) => id !== row.id), row], commitments, year, minutesOn);
  // A month is the row's where some of its days can take work.
  const share = spreadMinutes(WHOLE_MINUTES, days, year, minutesOn);
  const months = share.flatMap((minutes, month) => (minutes > 0 ? [month] : []));
  return peopleOf(row).map((person) => {
    const load = people.get(person);
    const left = months.map((month) => ({
      month,
      free: balanceOf(capacity[month] ?? 0, load?.planned[month] ?? 0, load?.committed[month] ?? 0).free,
    }));
    return {
      person,
      free: left.reduce((sum, { free }) => sum + Math.max(0, free), 0),
      over: left.flatMap(({ month, free }) => (free < 0 ? [{ month, minutes: -free }] : [])),
    };
  });
}

/** More minutes than a range of years has days, so that no day of the row is rounded away. */
const WHOLE_MINUTES = 1_000_000;
