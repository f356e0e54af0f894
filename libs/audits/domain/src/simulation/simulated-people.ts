import { DEFAULT_PERMISSIONS } from '@cotejo/access-domain';
import type { AccountId, Can, Principal, Role, UserId } from '@cotejo/access-contracts';
import type { TeamRole } from '@cotejo/audits-contracts';
import { auditCan } from '../audit-access.ts';
import type { AuditView } from '../model.ts';

const uuid = (kind: number, number: number): string =>
  `0000000${kind}-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;

export const ACCOUNT = uuid(4, 1) as AccountId;
/** Whoever calls over REST: the creator of the audit, and its manager. */
export const API_USER = uuid(2, 99) as UserId;
/** In whose name the product itself acts: purges, compactions. */
export const SYSTEM_USER = uuid(2, 98) as UserId;

export const userOf = (person: number): UserId => uuid(2, person + 1) as UserId;

/** The people at the clients. The leader is demoted now and then. */
export const PEOPLE: readonly { readonly user: UserId; readonly role: Role }[] = [
  { user: userOf(0), role: 'manager' },
  { user: userOf(1), role: 'leader' },
  { user: userOf(2), role: 'auditor' },
  { user: userOf(3), role: 'guest' },
];
export const LEADER = userOf(1);

/** Tabs that are open, by the person in front of them: the leader has two. */
export const TABS: readonly number[] = [0, 1, 2, 3, 1];

/** Their roles in the team; the auditor of an ICCE audit is its ICCE member. */
export function teamRoleOf(role: Role, isIcce: boolean): TeamRole {
  if (role === 'manager' || role === 'leader' || role === 'guest') return role;
  return isIcce ? 'icce' : 'auditor';
}

export const principalOf = (userId: UserId, role: Role): Principal => ({
  userId,
  accountId: ACCOUNT,
  sessionId: null,
  role,
  isSuperuser: false,
  groups: [],
  permissions: DEFAULT_PERMISSIONS[role],
});

/** What a person of this role may do in the audit as this view shows it. */
export function rightsOf(userId: UserId, role: Role, view: AuditView): Can {
  if (userId === SYSTEM_USER) return () => true;
  const { team, status, closedOn, recordType } = view;
  return auditCan(principalOf(userId, role), { team, status, closedOn, recordType, createdBy: API_USER });
}
