import { expect, it } from 'vitest';
import { GivenAudit, type PersonLabel } from '../testing/given-audit.ts';
import { auditStatus } from '@cotejo/audits-contracts';
import { actionBetween } from './action-between.ts';
import { isLate } from './is-late.ts';

const schedule = (startDate: string | null, endDate: string | null) => ({
  kind: 'schedule_audit',
  startDate,
  endDate,
});
const REVERSED = ['2026-05-04', '2026-05-01'] as const;
const MAY = ['2026-05-04', '2026-05-29'] as const;

it.each<[name: string, days: readonly [string | null, string | null], by: PersonLabel, outcome: string]>([
  ['a manager', MAY, 'manage', 'AuditScheduled'],
  ['a leader', MAY, 'leader', 'AuditScheduled'],
  ['an administrator', MAY, 'admin', 'AuditScheduled'],
  ['an auditor', MAY, 'junior', 'forbidden'],
  ['a leader of other audits', MAY, 'outsid', 'forbidden'],
  ['a guest', MAY, 'guest', 'forbidden'],
  ['a leader who reverses them', REVERSED, 'leader', 'dates_reversed'],
  ['a leader who takes one away', [null, '2026-05-29'], 'leader', 'AuditScheduled'],
])('the days of an audit, set by %s', (_, days, by, outcome) => {
  const decided = new GivenAudit().when(schedule(...days), { by });
  expect(typeof decided === 'string' ? decided : decided.map(({ type }) => type).join()).toBe(outcome);
});

it('the event says what was before, and the same days again say nothing', () => {
  const given = new GivenAudit().does(schedule(...MAY));
  expect(given.state.profile).toMatchObject({ startDate: MAY[0], endDate: MAY[1] });
  expect(given.when(schedule(...MAY))).toEqual([]);
  expect(given.when(schedule(null, null))).toMatchObject([
    { data: { startDate: null, endDate: null, from: { startDate: MAY[0], endDate: MAY[1] } } },
  ]);
});

it.each([
  ['closed', 'audit_closed'],
  ['cancelled', 'audit_cancelled'],
] as const)('an audit that is %s keeps them', (status, code) => {
  expect(new GivenAudit().audit(status, '2026-03-02').when(schedule(...MAY))).toBe(code);
});

it('an evaluation of risks has none', () => {
  const given = new GivenAudit('risk_evaluation');
  expect(given.when(schedule(...MAY), { by: 'admin' })).toBe('audit_status_not_allowed');
});

it.each([
  ['not_started', '2026-05-03', true],
  ['in_progress', '2026-05-03', true],
  ['in_progress', '2026-05-04', false],
  ['in_progress', null, false],
  ['completed', '2026-05-03', false],
  ['postponed', '2026-05-03', false],
  ['cancelled', '2026-05-03', false],
] as const)('an audit that is %s until %s is late: %s', (status, endDate, late) => {
  expect(isLate({ status, endDate }, '2026-05-04')).toBe(late);
});

it('the action between two statuses is the one that leads there, if any', () => {
  const table = auditStatus.options.map((from) =>
    auditStatus.options.map((to) => actionBetween(from, to) ?? '-').join(' '),
  );
  // By rows from, by columns to: not started, in progress, completed, closed, cancelled, postponed.
  expect(table).toEqual([
    '- start - - cancel postpone',
    'reset - complete close cancel postpone',
    '- - - close - -',
    'reopen reopen - - - -',
    'reopen reopen - - - -',
    'resume resume - - - -',
  ]);
});
