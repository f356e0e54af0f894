import { DEFAULT_PERMISSIONS } from '@cotejo/access-domain';
import type { AccountId, Can, Principal, Role, UserId } from '@cotejo/access-contracts';
import type { TeamRole } from '@cotejo/audits-contracts';
import { auditCan } from '../access/audit-access.ts';
import type { AuditView } from '../model/model.ts';

const uuid = (kind: number, number: number): string =>
  `0000000${kind}-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;

export const ACCOUNT = uuid(4, 1) as AccountId;
/** User of the REST calls: the audit's creator and manager. */
export const API_USER = uuid(2, 99) as UserId;
/** User in whose name the system acts: purges, compactions. */
export const SYSTEM_USER = uuid(2, 98) as UserId;

export const userOf = (person: number): UserId => uuid(2, person + 1) as UserId;

/** Users at the clients. The leader is sometimes demoted. */
export const PEOPLE: readonly { readonly user: UserId; readonly role: Role }[] = [
  { user: userOf(0), role: 'manager' },
  { user: userOf(1), role: 'leader' },
  { user: userOf(2), role: 'auditor' },
  { user: userOf(3), role: 'guest' },
];
export const LEADER = userOf(1);

/** Open tabs, by index of their user: the leader has two. */
export const TABS: readonly number[] = [0, 1, 2, 3, 1];

/** Team roles of the users; in an ICCE audit, the auditor is its ICCE member. */
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

/** Rights of a user with this role in the audit as shown by the view. */
export function rightsOf(userId: UserId, role: Role, view: AuditView): Can {
  if (userId === SYSTEM_USER) return () => true;
  const { team, status, closedOn, recordType } = view;
  return auditCan(principalOf(userId, role), { team, status, closedOn, recordType, createdBy: API_USER });
}
