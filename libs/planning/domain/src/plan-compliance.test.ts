import type { PlannedAudit } from '@cotejo/planning-contracts';
import { expect, it } from 'vitest';
import { planCompliance } from './plan-compliance.ts';

const row = (values: Partial<Record<keyof PlannedAudit, unknown>>): PlannedAudit =>
  ({
    ...{ origin: 'planned', status: 'created', startDate: null, endDate: null, quarter: null, audit: null },
    ...{ approvedMinutes: null, minutes: 60, leader: null, team: null, cost: null },
    ...values,
  }) as PlannedAudit;
const until = (endDate: string, audit: string | null, rest = {}) =>
  row({ startDate: '2026-01-05', endDate, audit, ...rest });
const isClosed = (audit: string) => audit === 'closed';
const of = (...rows: PlannedAudit[]) => planCompliance(rows, { year: 2026 }, isClosed, '2026-07-01');

it.each([
  ['nothing is due', [until('2026-07-01', 'open')], null],
  ['a closed audit of a row that is due', [until('2026-06-30', 'closed')], { due: 1, closed: 1 }],
  ['an open audit of a row that is due', [until('2026-06-30', 'open')], { due: 1, closed: 0 }],
  ['a row that is due and has no audit', [until('2026-06-30', null)], { due: 1, closed: 0 }],
  [
    'a quarter ends with its last day',
    [row({ quarter: 'q2' }), row({ quarter: 'q3' })],
    { due: 1, closed: 0 },
  ],
  ['an audit closed ahead of its row', [until('2026-12-31', 'closed')], { due: 1, closed: 1 }],
  ['a postponed row stays due', [until('2026-06-30', null, { status: 'postponed' })], { due: 1, closed: 0 }],
  [
    'a row that was added later is not part of it',
    [until('2026-06-30', 'closed', { origin: 'added' })],
    null,
  ],
  [
    'the approved days count, not the present ones',
    [
      until('2026-12-31', null, {
        ...{
          approvedMinutes: 60,
          approvedStart: '2026-01-05',
          approvedEnd: '2026-03-31',
          approvedQuarter: null,
        },
        ...{ approvedLeader: null, approvedTeam: null, approvedCost: null },
      }),
    ],
    { due: 1, closed: 0 },
  ],
] as const)('%s', (_, rows, expected) => {
  expect(of(...rows)).toEqual(expected);
});
