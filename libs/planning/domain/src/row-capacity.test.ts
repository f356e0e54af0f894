import { expect, it } from 'vitest';
import type { PlannedWork } from './plan-capacity.ts';
import { rowBalances } from './row-capacity.ts';

/** Eight hours on every day: 240 in April, 248 in May. */
const minutesOn = () => 480;
const work = (id: string, values: object): PlannedWork =>
  ({
    ...{ id, status: 'planned', audit: null, quarter: null, leader: 'ana', team: null },
    ...{ startDate: '2026-04-01', endDate: '2026-05-31', minutes: 61 * 480 },
    ...values,
  }) as PlannedWork;
const HOUR = 60;

it.each([
  ['a person with nothing else has no time left, and none missing', {}, [], 0, []],
  ['less work leaves the rest', { minutes: 61 * 240 }, [], 61 * 240, []],
  [
    'another row of the same month goes over',
    {},
    [work('b', { endDate: '2026-04-10', minutes: 20 * HOUR })],
    0,
    [{ month: 3, minutes: 20 * HOUR }],
  ],
  [
    'its own earlier figures do not count beside the new ones',
    {},
    [work('a', { minutes: 9_000_000 })],
    0,
    [],
  ],
])('%s', (_, values, others, free, over) => {
  expect(rowBalances(work('a', values), others, [], 2026, minutesOn)).toEqual([
    { person: 'ana', free, over },
  ]);
});

it('hours in an audit outside of the plan take time', () => {
  const months = Array.from({ length: 12 }, (_, month) => (month === 4 ? 90 : 0));
  const [balance] = rowBalances(work('a', {}), [], [{ person: 'ana', audit: 'x', months }], 2026, minutesOn);
  expect(balance?.over).toEqual([{ month: 4, minutes: 90 }]);
});

it.each([
  ['postponed', { status: 'postponed' }],
  ['withdrawn', { status: 'withdrawn' }],
  ['without dates', { startDate: null, endDate: null }],
])('a row that is %s takes no time', (_, values) => {
  expect(rowBalances(work('a', values), [], [], 2026, minutesOn)).toEqual([]);
});
