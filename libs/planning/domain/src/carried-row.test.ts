import type { PlannedAudit } from '@cotejo/planning-contracts';
import { expect, it } from 'vitest';
import { carriedRow, isCarried } from './carried-row.ts';

const ROW = {
  ...{
    id: 'r',
    plan: 'old',
    subject: 'Nómina',
    basis: 'rotation',
    justification: 'Cada dos años',
    kind: 'audit_plan',
  },
  ...{ startDate: '2024-02-29', endDate: '2024-06-30', quarter: 'q1', minutes: 4800, cost: 900 },
  ...{
    leader: 'ana',
    team: ['luis'],
    status: 'created',
    audit: 'a',
    changeReason: 'Más horas',
    movedFrom: 'x',
  },
  ...{ origin: 'added', approvedMinutes: 3000 },
} as unknown as PlannedAudit;
const target = { id: 'new' as never, year: 2026 };

it('takes over what is planned, with its days in the new year, and nothing of what became of it', () => {
  expect(carriedRow(ROW, { year: 2024 }, target)).toEqual({
    ...{
      plan: 'new',
      origin: 'planned',
      subject: 'Nómina',
      basis: 'rotation',
      justification: 'Cada dos años',
    },
    ...{ kind: 'audit_plan', startDate: '2026-02-28', endDate: '2026-06-30', quarter: 'q1', minutes: 4800 },
    ...{ cost: 900, leader: 'ana', team: ['luis'] },
  });
});

it('leaves days open where there are none', () => {
  const { startDate, endDate } = carriedRow(
    { ...ROW, startDate: null, endDate: null },
    { year: 2025 },
    target,
  );
  expect([startDate, endDate]).toEqual([null, null]);
});

it.each([
  ['planned', true],
  ['created', true],
  ['postponed', false],
  ['withdrawn', false],
] as const)('a row that is %s goes on: %s', (status, goesOn) => {
  expect(isCarried({ status })).toBe(goesOn);
});
