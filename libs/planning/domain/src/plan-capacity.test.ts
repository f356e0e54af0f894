import { describe, expect, it } from 'vitest';
import { balanceOf, peopleWithCapacity, planLoad, plannedDays, type PlannedWork } from './plan-capacity.ts';
import { quartersOf, spreadMinutes, workingMonths, type YearMinutes } from './spread-minutes.ts';

/** Eight hours from Monday to Friday. */
const minutesOn = (day: string) => ([0, 6].includes(new Date(day).getUTCDay()) ? 0 : 480);
const months = (given: Readonly<Record<number, number>>): YearMinutes =>
  Array.from({ length: 12 }, (_, month) => given[month + 1] ?? 0);

const row = {
  id: 'r1' as PlannedWork['id'],
  ...{ status: 'planned', audit: null, quarter: null, leader: null, team: null },
  // Ten working days of March and ten of April.
  ...{ startDate: '2026-03-18', endDate: '2026-04-14', minutes: 6_000 },
} as PlannedWork;
const given = (values: object): PlannedWork => ({ ...row, ...values });

describe('minutes over a range of days', () => {
  it.each([
    ['over the working days of both months', 6_000, '2026-03-18', '2026-04-14', { 3: 3_000, 4: 3_000 }],
    ['within one day', 90, '2026-05-04', '2026-05-04', { 5: 90 }],
    ['over days without work, by the days', 200, '2026-02-28', '2026-03-01', { 2: 100, 3: 100 }],
    ['without what falls into the next year', 1_000, '2026-12-28', '2027-01-08', { 12: 400 }],
    ['without losing a minute to rounding', 1_001, '2026-03-18', '2026-04-14', { 3: 501, 4: 500 }],
  ])('are spread %s', (_, minutes, from, to, expected) => {
    expect(spreadMinutes(minutes, { from, to }, 2026, minutesOn)).toEqual(months(expected));
  });

  it('are those of all working days for the capacity of a month and of a quarter', () => {
    const capacity = workingMonths(2026, minutesOn);
    expect(capacity.slice(0, 3)).toEqual([22 * 480, 20 * 480, 22 * 480]);
    expect(quartersOf(capacity)[0]).toBe(64 * 480);
  });
});

describe('days of a planned row', () => {
  it.each([
    ['its dates', {}, { from: '2026-03-18', to: '2026-04-14' }],
    [
      'its quarter',
      { startDate: null, endDate: null, quarter: 'q2' },
      { from: '2026-04-01', to: '2026-06-30' },
    ],
    ['none while it has neither', { startDate: null, endDate: null }, null],
    ['none while the end lies before the start', { endDate: '2026-01-01' }, null],
  ])('are %s', (_, values, expected) => expect(plannedDays(given(values), 2026)).toEqual(expected));
});

describe('the load of a person', () => {
  const commitment = { person: 'ana', audit: 'a1', months: months({ 3: 600 }) };
  const loadOf = (rows: readonly PlannedWork[], person = 'ana') =>
    planLoad(rows, [commitment], 2026, minutesOn).people.get(person);

  it.each([
    ['half of the hours of two people', { leader: 'ana', team: ['luis'] }, { 3: 1_500, 4: 1_500 }],
    ['all hours of one who is leader and team', { leader: 'ana', team: ['ana'] }, { 3: 3_000, 4: 3_000 }],
    ['the row whose audit exists', { leader: 'ana', status: 'created', audit: 'a2' }, { 3: 3_000, 4: 3_000 }],
    ['nothing of a postponed row', { leader: 'ana', status: 'postponed' }, {}],
    ['nothing of a withdrawn row', { leader: 'ana', status: 'withdrawn' }, {}],
  ])('has %s', (_, values, planned) => {
    expect(loadOf([given(values)])).toEqual({ planned: months(planned), committed: months({ 3: 600 }) });
  });

  it('counts the hours of an audit once where a row of the plan is linked to it', () => {
    const linked = given({ leader: 'ana', status: 'created', audit: 'a1' });
    expect(loadOf([linked])?.committed).toEqual(months({}));
  });

  it('shares hours to the minute', () => {
    const shared = planLoad([given({ minutes: 100, team: ['a', 'b', 'c'] })], [], 2026, minutesOn);
    const sums = [...shared.people.values()].map(({ planned }) =>
      planned.reduce((sum, each) => sum + each, 0),
    );
    expect(sums).toEqual([34, 33, 33]);
  });

  it('is nobody’s for a row without leader and team', () => {
    const { people, unassigned } = planLoad([row], [], 2026, minutesOn);
    expect([people.size, unassigned]).toEqual([0, months({ 3: 3_000, 4: 3_000 })]);
  });

  it('leaves less than nothing where more is planned than there is', () => {
    expect(balanceOf(10_000, 9_000, 2_400).free).toBe(-1_400);
  });
});

describe('people whose time the plan is held against', () => {
  const people = [
    { id: 'ana', canStaff: true },
    { id: 'guest', canStaff: false },
    { id: 'owner', canStaff: false },
  ];

  it('are those who can staff an audit, with hours or without', () => {
    expect(peopleWithCapacity(people, planLoad([row], [], 2026, minutesOn))).toEqual(['ana']);
  });

  it('and whoever has hours in the plan or in an audit, also somebody without access by now', () => {
    const commitment = { person: 'gone', audit: 'a1', months: months({ 3: 600 }) };
    const load = planLoad([given({ leader: 'ana', team: ['guest'] })], [commitment], 2026, minutesOn);
    expect(peopleWithCapacity(people, load)).toEqual(['ana', 'guest', 'gone']);
  });
});
