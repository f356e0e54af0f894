import { expect, it } from 'vitest';
import { teamRole, type AuditStatus, type TeamRole } from '@cotejo/audits-contracts';
import { accept, refuse } from './decision.ts';
import { joinsClosed, mayJoin } from './gate.ts';
import { givenPlan, user } from '../testing/given-audit.ts';

it.each<[string, AuditStatus, string | null, string]>([
  ['one that has not begun', 'not_started', null, 'xxxxx'],
  ['one under way', 'in_progress', null, 'xxxxx'],
  ['one that is completed', 'completed', null, 'xxxxx'],
  ['one that is completed and closed', 'completed', '2026-04-01', '---x-'],
  ['one that is closed', 'closed', null, '---x-'],
  ['one that was cancelled', 'cancelled', null, '---x-'],
])('into the team of %s: manager, leader, auditor, guest, ICCE', (_, status, closedOn, expected) => {
  const roles: readonly TeamRole[] = ['manager', 'leader', 'auditor', 'guest', 'icce'];
  expect(roles.map((role) => (mayJoin({ status, closedOn }, role) ? 'x' : '-')).join('')).toBe(expected);
});

it('whatever decides that somebody joins, into a closed team only guests come', () => {
  const joining = (...roles: readonly TeamRole[]) =>
    accept(...roles.map((role) => ({ type: 'TeamMemberAdded' as const, data: { user: user('new'), role } })));
  const plan = givenPlan();
  expect(teamRole.options.filter((role) => joinsClosed(plan.state, joining(role)))).toEqual([]);
  plan.audit('closed');
  expect(teamRole.options.filter((role) => joinsClosed(plan.state, joining(role)))).toEqual([
    'manager',
    'leader',
    'auditor',
    'icce',
  ]);
  expect(joinsClosed(plan.state, joining('guest', 'auditor'))).toBe(true);
  expect(joinsClosed(plan.state, refuse('forbidden'))).toBe(false);
});
