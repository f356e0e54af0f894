import type { PlannedAudit } from '@cotejo/planning-contracts';
import { addMinutes, NO_MINUTES, spreadMinutes, type YearMinutes } from './spread-minutes.ts';

/** A place in the team of an open audit, with its minutes in the year. */
export interface Commitment {
  readonly person: string;
  readonly audit: string;
  readonly months: YearMinutes;
}

/** What a planned row says of hours, days and people. */
export type PlannedWork = Pick<
  PlannedAudit,
  'id' | 'status' | 'audit' | 'startDate' | 'endDate' | 'quarter' | 'minutes' | 'leader' | 'team'
>;

/** Hours of a person in the year's plan and outside of it. */
export interface PersonLoad {
  readonly planned: YearMinutes;
  readonly committed: YearMinutes;
}

export interface PlanLoad {
  readonly people: ReadonlyMap<string, PersonLoad>;
  /** Hours of rows without leader and team. */
  readonly unassigned: YearMinutes;
}

/** First and last day of each quarter, without the year. */
const QUARTER_DAYS = {
  q1: ['01-01', '03-31'],
  q2: ['04-01', '06-30'],
  q3: ['07-01', '09-30'],
  q4: ['10-01', '12-31'],
} as const;

/** First and last day of a planned row; one that has only a quarter takes that quarter's. Null for one with neither. */
export function plannedDays(
  { startDate, endDate, quarter }: Pick<PlannedWork, 'startDate' | 'endDate' | 'quarter'>,
  year: number,
): { readonly from: string; readonly to: string } | null {
  if (startDate !== null && endDate !== null) {
    return startDate <= endDate ? { from: startDate, to: endDate } : null;
  }
  if (quarter === null) return null;
  const [first, last] = QUARTER_DAYS[quarter];
  return { from: `${year}-${first}`, to: `${year}-${last}` };
}

/** Leader and team of a row, each once. */
export const peopleOf = ({ leader, team }: Pick<PlannedWork, 'leader' | 'team'>): readonly string[] => [
  ...new Set([...(leader === null ? [] : [leader]), ...(team ?? [])]),
];

/**
 * Hours of a year's plan by person: the hours of a row are shared evenly by its leader and team, and spread over its
 * working days. Rows that were postponed or withdrawn do not count. The hours of an audit that a row is linked to are
 * the row's, and so are no further commitment.
 */
export function planLoad(
  rows: readonly PlannedWork[],
  commitments: readonly Commitment[],
  year: number,
  minutesOn: (day: string) => number,
): PlanLoad {
  const people = new Map<string, PersonLoad>();
  let unassigned = NO_MINUTES;
  const add = (person: string, kind: keyof PersonLoad, months: YearMinutes) => {
    const load = people.get(person) ?? { planned: NO_MINUTES, committed: NO_MINUTES };
    people.set(person, { ...load, [kind]: addMinutes(load[kind], months) });
  };
  const counted = rows.filter(({ status }) => status === 'planned' || status === 'created');
  for (const row of counted) {
    const days = plannedDays(row, year);
    if (days === null) continue;
    const shared = peopleOf(row);
    if (shared.length === 0) {
      unassigned = addMinutes(unassigned, spreadMinutes(row.minutes, days, year, minutesOn));
    }
    // The first ones take the minutes that can't be shared evenly.
    shared.forEach((person, place) => {
      const minutes = Math.floor((row.minutes + shared.length - 1 - place) / shared.length);
      add(person, 'planned', spreadMinutes(minutes, days, year, minutesOn));
    });
  }
  const linked = new Set<string>(counted.flatMap(({ audit }) => audit ?? []));
  for (const { person, audit, months } of commitments) {
    if (!linked.has(audit)) add(person, 'committed', months);
  }
  return { people, unassigned };
}

/** Users shown with their capacity: those who can staff an audit, and others with planned hours. */
export const peopleWithCapacity = (
  people: readonly { readonly id: string; readonly canStaff: boolean }[],
  load: Pick<PlanLoad, 'people'>,
): readonly string[] => [
  ...new Set([...people.flatMap(({ id, canStaff }) => (canStaff ? [id] : [])), ...load.people.keys()]),
];

/** Hours of a person or group against the time there is, in a month, quarter or year. */
export interface Balance {
  readonly capacity: number;
  readonly planned: number;
  readonly committed: number;
  /** Time left, negative where more is planned than there is. */
  readonly free: number;
}

export const balanceOf = (capacity: number, planned: number, committed: number): Balance => ({
  ...{ capacity, planned, committed },
  free: capacity - planned - committed,
});
