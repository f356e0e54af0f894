import { describe, expect, it } from 'vitest';
import {
  A_MONTH_LATER,
  GivenAudit,
  givenPlan,
  item,
  NOW,
  user,
  type PersonLabel,
} from '../testing/given-audit.ts';
import { retainedUntil } from './remove-audit.ts';

const DELETE = { kind: 'delete_audit' };
const RESTORE = { kind: 'restore_audit' };
const PURGE = { kind: 'purge_audit' };

const STATES = {
  'not started': () => new GivenAudit().audit('not_started'),
  'in progress': () => new GivenAudit().audit('in_progress'),
  culminated: () => new GivenAudit().audit('completed'),
  'culminated and closed': () => new GivenAudit().audit('completed', '2026-03-02'),
  closed: () => new GivenAudit().audit('closed', '2026-03-02'),
  cancelled: () => new GivenAudit().audit('cancelled'),
  postponed: () => new GivenAudit().audit('postponed'),
  deleted: () => new GivenAudit().happened('AuditDeleted', {}),
  purged: () => new GivenAudit().happened('AuditDeleted', {}).happened('AuditPurged', {}),
} as const;

const outcome = (decided: ReturnType<GivenAudit['when']>): string =>
  typeof decided === 'string' ? decided : decided.map(({ type }) => type).join();

describe('deleting an audit', () => {
  it.each<
    [
      state: keyof typeof STATES,
      outcomes: readonly [admin: string, manager: string, leader: string, auditor: string],
    ]
  >([
    ['not started', ['AuditDeleted', 'AuditDeleted', 'forbidden', 'forbidden']],
    ['in progress', ['audit_not_deletable', 'audit_not_deletable', 'forbidden', 'forbidden']],
    ['culminated', ['audit_not_deletable', 'audit_not_deletable', 'forbidden', 'forbidden']],
    ['culminated and closed', ['audit_closed', 'audit_closed', 'audit_closed', 'audit_closed']],
    ['closed', ['audit_closed', 'audit_closed', 'audit_closed', 'audit_closed']],
    ['cancelled', ['AuditDeleted', 'AuditDeleted', 'forbidden', 'forbidden']],
    ['postponed', ['audit_not_deletable', 'audit_not_deletable', 'forbidden', 'forbidden']],
    ['deleted', ['audit_deleted', 'audit_deleted', 'audit_deleted', 'audit_deleted']],
    ['purged', ['audit_not_found', 'audit_not_found', 'audit_not_found', 'audit_not_found']],
  ])('that is %s: by an administrator, a manager, a leader, an auditor', (state, expected) => {
    const by = ['admin', 'manage', 'leader', 'junior'] as const;
    expect(by.map((who) => outcome(STATES[state]().when(DELETE, { by: who })))).toEqual(expected);
  });

  it('is refused of evaluations of risks', () => {
    expect(new GivenAudit('risk_evaluation').when(DELETE, { by: 'admin' })).toBe('audit_not_deletable');
  });

  it('keeps who deleted it, when, and why', () => {
    const given = STATES['not started']().does({ ...DELETE, reason: 'Se creó dos veces' }, { by: 'manage' });
    expect(given.state.removal).toEqual({ at: NOW, by: user('manage'), isPurged: false });
    expect(
      STATES['not started']().when({ ...DELETE, reason: 'Se creó dos veces' }, { by: 'manage' }),
    ).toEqual([{ type: 'AuditDeleted', data: { reason: 'Se creó dos veces' } }]);
  });
});

describe('an audit in the trash', () => {
  const deleted = () => givenPlan().happened('AuditDeleted', {});

  it.each<[kind: string, intent: { kind: string; [field: string]: unknown }]>([
    ['rename_item', { kind: 'rename_item', id: item('risk'), name: 'Otro' }],
    ['delete_item', { kind: 'delete_item', id: item('risk') }],
    ['change_audit_status', { kind: 'change_audit_status', action: 'start' }],
    ['schedule_audit', { kind: 'schedule_audit', startDate: null, endDate: null }],
    ['set_member', { kind: 'set_member', user: user('peer'), role: 'guest' }],
    ['conclude_audit', { kind: 'conclude_audit', text: 'x' }],
  ])('takes no %s', (_, intent) => {
    for (const by of ['admin', 'manage'] as const)
      expect(deleted().when(intent, { by })).toBe('audit_deleted');
  });

  it.each<[PersonLabel, string]>([
    ['admin', 'AuditRestored'],
    ['manage', 'AuditRestored'],
    ['leader', 'forbidden'],
    ['junior', 'forbidden'],
    ['guest', 'forbidden'],
  ])('is restored by %s: %s', (by, expected) => {
    expect(outcome(deleted().when(RESTORE, { by }))).toBe(expected);
  });

  it('comes back in the status that it had', () => {
    const given = new GivenAudit()
      .audit('cancelled')
      .does(DELETE, { by: 'manage' })
      .does(RESTORE, { by: 'admin' });
    expect([given.state.status, given.state.removal]).toEqual(['cancelled', null]);
  });

  it('one that is not in it is not restored', () => {
    expect(new GivenAudit().when(RESTORE, { by: 'admin' })).toBe('audit_not_deleted');
  });
});

describe('purging an audit', () => {
  const closedOn = (day: string) =>
    new GivenAudit()
      .audit('closed', day)
      .audit('in_progress')
      .audit('cancelled')
      .happened('AuditDeleted', {});
  const SECOND_BEFORE = '2026-04-01T14:59:59.000Z';

  it.each<[string, GivenAudit, string, string]>([
    ['before thirty days', new GivenAudit().happened('AuditDeleted', {}), SECOND_BEFORE, 'not_expired'],
    ['after thirty days', new GivenAudit().happened('AuditDeleted', {}), A_MONTH_LATER, 'AuditPurged'],
    ['restored meanwhile', new GivenAudit(), A_MONTH_LATER, 'audit_not_deleted'],
    [
      'closed a year ago, then reopened and cancelled',
      closedOn('2025-03-02'),
      A_MONTH_LATER,
      'audit_retained',
    ],
    ['closed five years and a day ago', closedOn('2021-03-31'), A_MONTH_LATER, 'AuditPurged'],
    ['closed five years less a day ago', closedOn('2021-04-02'), A_MONTH_LATER, 'audit_retained'],
  ])('%s', (_, given, now, expected) => {
    expect(outcome(given.whenSystem(PURGE, now))).toBe(expected);
  });

  it('is not for people', () => {
    const given = new GivenAudit().happened('AuditDeleted', {});
    expect(given.when(PURGE, { by: 'admin', now: A_MONTH_LATER })).toBe('forbidden');
  });

  it('leaves an audit that takes nothing, not even its restoring', () => {
    const given = new GivenAudit().happened('AuditDeleted', {}).happened('AuditPurged', {});
    expect(given.when(RESTORE, { by: 'admin' })).toBe('audit_not_found');
  });

  it('a file is retained for five years from the last closing', () => {
    expect([retainedUntil('2024-02-29'), retainedUntil(null)]).toEqual(['2029-02-29', null]);
  });
});
