import { describe, expect, it } from 'vitest';
import type { PermissionKey, Role } from '@cotejo/access-contracts';
import type { AuditStatus, TeamRole } from '@cotejo/audits-contracts';
import { DEFAULT_PERMISSIONS } from '@cotejo/access-domain';
import { auditCan } from './audit-access.ts';
import { principal, user } from './testing/given-audit.ts';

interface Case {
  readonly role: Role;
  readonly team?: TeamRole;
  readonly creator?: boolean;
  readonly superuser?: boolean;
  readonly status?: AuditStatus;
  readonly closedOn?: string;
}

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

  it('a place in the team lends no right over the list of audits', () => {
    const can = auditCan(
      { ...principal('me'), role: 'auditor', permissions: DEFAULT_PERMISSIONS.auditor },
      { status: 'in_progress', team: new Map([[user('me'), 'leader']]), createdBy: null },
    );
    expect(can('audits.add')).toBe(false);
  });

  it('whoever does not know the team has a guest’s rights', () => {
    const can = auditCan(principal('leader'), { status: 'in_progress', team: null, createdBy: null });
    expect([can('plan.access'), can('plan.treeitem__edit')]).toEqual([true, false]);
  });
});
