import { describe, expect, it } from 'vitest';
import type { PermissionKey, PermissionMatrix, Role } from '@cotejo/access-contracts';
import type { AuditStatus, TeamRole } from '@cotejo/audits-contracts';
import { DEFAULT_PERMISSIONS, mayHoldInSomeTeam } from '@cotejo/access-domain';
import { auditCan } from './audit-access.ts';
import { principal, user } from '../testing/given-audit.ts';

interface Case {
  readonly role: Role;
  readonly team?: TeamRole;
  readonly creator?: boolean;
  readonly superuser?: boolean;
  readonly status?: AuditStatus;
  readonly closedOn?: string;
}

type Place = 'team' | 'creator' | 'none';

const KEYS: readonly PermissionKey[] = [
  'plan.access',
  'plan.treeitem__edit',
  'plan.treeitem__delete',
  'plan.mark_reviewed',
  'plan.finding__mark_reviewed',
];

function rights({ role, team, creator, superuser, status = 'in_progress', closedOn }: Case): string {
  const can = auditCan(
    { ...principal('me'), role, isSuperuser: superuser ?? false, permissions: DEFAULT_PERMISSIONS[role] },
    {
      status,
      closedOn: closedOn ?? null,
      team: new Map(team ? [[user('me'), team]] : []),
      createdBy: user(creator ? 'me' : 'else'),
    },
  );
  return KEYS.map((key) => (can(key) ? 'x' : '-')).join('');
}

describe('rights in an audit: access, edit, delete of others’, review, review of findings', () => {
  it.each<[string, Case, string]>([
    ['an administrator outside the team', { role: 'admin' }, 'xxxxx'],
    ['a superuser outside the team', { role: 'guest', superuser: true }, 'xxxxx'],
    ['a manager in the team', { role: 'manager', team: 'manager' }, 'xxxxx'],
    ['a manager outside the team', { role: 'manager' }, 'x----'],
    ['a manager who created it', { role: 'manager', creator: true }, 'xxxxx'],
    ['a leader in the team', { role: 'leader', team: 'leader' }, 'xxxx-'],
    ['an auditor in the team', { role: 'auditor', team: 'auditor' }, 'xx---'],
    ['an auditor who leads this audit', { role: 'auditor', team: 'leader' }, 'xxxx-'],
    ['an auditor of an ICCE team', { role: 'auditor', team: 'icce' }, 'xx---'],
    ['a leader who is a guest of this team', { role: 'leader', team: 'guest' }, 'x----'],
    ['a guest of the account in the team', { role: 'guest', team: 'auditor' }, 'x----'],
    ['a guest of the account outside it', { role: 'guest' }, 'x----'],
    ['an owner', { role: 'owner' }, '-----'],
    ['an owner in the team', { role: 'owner', team: 'guest' }, '-----'],
    ['a manager, the audit closed', { role: 'manager', team: 'manager', status: 'closed' }, 'x----'],
    ['an administrator, the audit cancelled', { role: 'admin', status: 'cancelled' }, 'x----'],
    ['a manager, the audit completed', { role: 'manager', team: 'manager', status: 'completed' }, 'xxxxx'],
    [
      'a manager, the audit completed and closed',
      { role: 'manager', team: 'manager', status: 'completed', closedOn: '2026-04-01' },
      'x----',
    ],
  ])('%s', (_, given, expected) => {
    expect(rights(given)).toBe(expected);
  });

  it.each<[string, Role, TeamRole | null, string]>([
    ['an administrator', 'admin', null, 'xxx'],
    ['a manager outside its team', 'manager', null, 'xxx'],
    ['a manager who is a guest there', 'manager', 'guest', 'x--'],
    ['an auditor', 'auditor', null, 'x--'],
    ['an auditor who manages it', 'auditor', 'manager', 'xxx'],
    ['an auditor of its team', 'auditor', 'auditor', 'x--'],
    ['a guest', 'guest', null, 'x--'],
    ['an owner', 'owner', null, '---'],
  ])(
    'a risk evaluation or library is read and changed with rights of its own: %s',
    (_, role, place, expected) => {
      for (const recordType of ['risk_evaluation', 'risk_library'] as const) {
        const team = new Map(place ? [[user('me'), place]] : []);
        const can = auditCan(
          { ...principal('me'), role, permissions: DEFAULT_PERMISSIONS[role] },
          { status: 'in_progress', team, createdBy: null, recordType },
        );
        const keys: readonly PermissionKey[] = ['plan.access', 'plan.risk__add', 'pyr_evaluacion.edit'];
        expect(keys.map((key) => (can(key) ? 'x' : '-')).join('')).toBe(expected);
      }
    },
  );

  it('one is read with that right alone', () => {
    const can = auditCan(
      { ...principal('me'), role: 'auditor', permissions: { 'pyr_evaluacion.access': 1 } },
      { status: 'in_progress', team: null, createdBy: null, recordType: 'risk_library' },
    );
    expect([can('plan.access'), can('plan.history')]).toEqual([true, false]);
  });

  it('in one, editing it is not enough without the right to what is done', () => {
    const can = auditCan(
      {
        ...principal('me'),
        role: 'manager',
        permissions: { 'pyr_evaluacion.*': 1, 'plan.treeitem__edit': 1 },
      },
      { status: 'in_progress', team: null, createdBy: null, recordType: 'risk_evaluation' },
    );
    expect([can('plan.treeitem__edit'), can('plan.risk__add')]).toEqual([true, false]);
  });

  it('findings of an ICCE audit are for that role in the team, whatever else one is', () => {
    const rightOf = (role: Role, place: TeamRole | null) =>
      auditCan(
        { ...principal('me'), role, permissions: DEFAULT_PERMISSIONS[role] },
        { status: 'in_progress', team: new Map(place ? [[user('me'), place]] : []), recordType: 'icce' },
      )('plan.finding__icce');
    expect([rightOf('auditor', 'icce'), rightOf('manager', 'icce'), rightOf('admin', null)]).toEqual([
      true,
      true,
      true,
    ]);
    expect([rightOf('manager', 'manager'), rightOf('leader', 'leader'), rightOf('guest', 'icce')]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('a place in the team lends no right over the list of audits', () => {
    const can = auditCan(
      { ...principal('me'), role: 'auditor', permissions: DEFAULT_PERMISSIONS.auditor },
      { status: 'in_progress', team: new Map([[user('me'), 'leader']]), createdBy: null },
    );
    expect([can('audits.add'), can('pyr_evaluacion.add'), can('plan.mass_assign')]).toEqual([
      false,
      false,
      true,
    ]);
  });

  it.each<[string, AuditStatus, string | undefined, string]>([
    ['a finding of a closed audit', 'closed', 'finding', 'xxx-'],
    ['an action plan of a closed audit', 'closed', 'action_plan', 'xxx-'],
    ['a step of a closed audit', 'closed', 'step', '----'],
    ['nothing in particular of a closed audit', 'closed', undefined, '----'],
    ['a finding of a cancelled audit', 'cancelled', 'finding', '----'],
    ['a finding of one under way', 'in_progress', 'finding', 'xxxx'],
  ])('%s: edit, assign, review, delete', (_, status, itemType, expected) => {
    for (const role of ['admin', 'manager'] as const) {
      const team = new Map([[user('me'), 'manager' as const]]);
      const can = auditCan(
        { ...principal('me'), role, permissions: DEFAULT_PERMISSIONS[role] },
        { status, team, closedOn: null },
      );
      const object = { createdBy: user('me'), assignee: null, ...(itemType && { itemType }) };
      const keys: readonly PermissionKey[] = [
        'plan.treeitem__edit',
        'plan.assign_user',
        'plan.finding__mark_reviewed',
        'plan.finding__delete',
      ];
      expect(keys.map((key) => (can(key, object) ? 'x' : '-')).join('')).toBe(expected);
    }
  });

  it.each<[string, Role, PermissionMatrix, Place, string]>([
    ['of what I made, mine', 'auditor', { 'plan.*': { '2': 1 } }, 'creator', 'xxx-'],
    ['of what I made, in the team of another’s', 'guest', { 'plan.*': { '2': 1 } }, 'team', '----'],
    ['of what I made, another’s', 'auditor', { 'plan.*': { '2': 1 }, 'trashbin.*': 1 }, 'none', '----'],
    ['of what I was given, in its team', 'guest', { '*': { '3': 1 } }, 'team', 'xxx-'],
    ['of what I was given, outside', 'guest', { '*': { '3': 1 } }, 'none', '----'],
    ['of my projects, in its team', 'guest', { '*': { '4': 1 } }, 'team', 'xxx-'],
    ['of my projects, outside', 'guest', { '*': { '4': 1 } }, 'none', '----'],
    ['of my projects, outside, as an auditor', 'auditor', { '*': { '4': 1 } }, 'none', '----'],
    ['of my projects, its creator outside the team', 'auditor', { '*': { '4': 1 } }, 'creator', '----'],
    ['less than a guest, outside', 'auditor', { 'plan.access': 1 }, 'none', 'x---'],
    ['all, in its team', 'auditor', { '*': 1 }, 'team', 'xxxx'],
  ])(
    'to look at it, its history and trash, and to add to it: %s',
    (_, role, permissions, place, expected) => {
      const can = auditCan(
        {
          ...principal('me'),
          role,
          permissions: { 'trashbin.*': permissions['plan.*'] ?? permissions['*'] ?? 0, ...permissions },
        },
        {
          status: 'in_progress',
          team: new Map(place === 'team' ? [[user('me'), 'auditor' as const]] : []),
          createdBy: user(place === 'creator' ? 'me' : 'else'),
        },
      );
      const keys: readonly PermissionKey[] = [
        'plan.access',
        'plan.history',
        'trashbin.access',
        'plan.treeitem__add',
      ];
      expect(keys.map((key) => (can(key) ? 'x' : '-')).join('')).toBe(expected);
    },
  );

  it.each<[string, PermissionMatrix, Place, string]>([
    ['all evaluations', { 'pyr_evaluacion.*': 1 }, 'none', 'xx'],
    ['my own, mine', { 'pyr_evaluacion.*': { '2': 1 } }, 'creator', 'xx'],
    ['my own, another’s', { 'pyr_evaluacion.*': { '2': 1 } }, 'none', '--'],
    ['my projects, outside', { 'pyr_evaluacion.*': { '4': 1 } }, 'none', '--'],
    [
      'to look at all and change my own',
      { 'pyr_evaluacion.access': 1, 'pyr_evaluacion.edit': { '2': 1 } },
      'none',
      'x-',
    ],
    ['to add in my projects, outside', { 'pyr_evaluacion.*': 1, 'plan.*': { '4': 1 } }, 'none', 'x-'],
  ])('looking at an evaluation and adding to it: %s', (_, permissions, place, expected) => {
    const can = auditCan(
      { ...principal('me'), role: 'auditor', permissions: { 'plan.*': 1, ...permissions } },
      {
        status: 'in_progress',
        recordType: 'risk_evaluation',
        team: new Map(),
        createdBy: user(place === 'creator' ? 'me' : 'else'),
      },
    );
    const keys: readonly PermissionKey[] = ['plan.access', 'plan.risk__add'];
    expect(keys.map((key) => (can(key) ? 'x' : '-')).join('')).toBe(expected);
  });

  it('items of a record belong to its team’s project', () => {
    const inTeam = (member: boolean) =>
      auditCan(
        {
          ...principal('me'),
          role: 'auditor',
          permissions: { 'plan.treeitem__edit': { '4': 1 } },
          roleMatrices: { auditor: {} },
        },
        {
          status: 'in_progress',
          team: new Map(member ? [[user('me'), 'auditor']] : []),
          createdBy: user('me'),
        },
      )('plan.treeitem__edit', { createdBy: user('else'), assignee: null });
    expect([inTeam(true), inTeam(false)]).toEqual([true, false]);
  });

  it('whoever does not know the team has a guest’s rights', () => {
    const can = auditCan(principal('leader'), { status: 'in_progress', team: null, createdBy: null });
    expect([can('plan.access'), can('plan.treeitem__edit')]).toEqual([true, false]);
  });
});

describe('calls on plans', () => {
  const CHANGES: readonly PermissionKey[] = ['plan.note__add', 'plan.treeitem__edit', 'plan.risk__add'];
  const ROLES = ['admin', 'manager', 'leader', 'auditor', 'owner', 'guest'] as const;
  const PLACES = ['manager', 'leader', 'auditor', 'icce', 'guest', null] as const;
  /** All combinations of a permission for three account roles. */
  const MATRICES = Array.from({ length: 8 }, (_, bits) => (at: number) => (bits >> at) & 1);

  it('are open to whoever may do something of it in some team: nobody is refused who has the right', () => {
    for (const key of CHANGES)
      for (const role of ROLES)
        for (const place of PLACES)
          for (const has of MATRICES) {
            const matrixOf = (at: number) => ({ 'plan.access': 1, [key]: has(at) as 0 | 1 }) as const;
            const who = {
              ...principal('me'),
              role,
              isSuperuser: false,
              permissions: { 'plan.access': 1 } as const,
              roleMatrices: { manager: matrixOf(0), leader: matrixOf(1), auditor: matrixOf(2) },
            };
            const team = new Map(place ? [[user('me'), place]] : []);
            const mine = { createdBy: who.userId, assignee: who.userId };
            const can = auditCan(who, { status: 'in_progress', team, createdBy: who.userId })(key, mine);
            expect([key, role, place, can && !mayHoldInSomeTeam(who, key)]).toEqual([
              key,
              role,
              place,
              false,
            ]);
          }
  });
});
