import { DEFAULT_PERMISSIONS } from '@cotejo/access-domain';
import type { AccountId, Can, Role, UserId } from '@cotejo/access-contracts';
import type { TeamRole } from '@cotejo/audits-contracts';
import { auditCan } from '../audit-access.ts';
import type { AuditView } from '../model.ts';

const uuid = (kind: number, number: number): string =>
  `0000000${kind}-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;

export const ACCOUNT = uuid(4, 1) as AccountId;
export const API_USER = uuid(2, 99) as UserId;

/** One of the people at the clients: a manager, a leader, juniors, and last a guest. */
export const userOf = (client: number): UserId => uuid(2, client + 1) as UserId;
export const firstRoleOf = (client: number, clients: number): Role => {
  if (client === clients - 1) return 'guest';
  return (['manager', 'leader'] as const)[client] ?? 'auditor';
};
export const teamRoleOf = (role: Role): TeamRole =>
  role === 'manager' || role === 'leader' || role === 'guest' ? role : 'auditor';

/** What a person of this role may do in the audit as this view shows it. */
export const rightsOf = (userId: UserId, role: Role, view: AuditView): Can =>
  auditCan(
    {
      userId,
      accountId: ACCOUNT,
      sessionId: null,
      role,
      isSuperuser: false,
      groups: [],
      permissions: DEFAULT_PERMISSIONS[role],
    },
    { team: view.team, status: view.status, closedOn: view.closedOn, createdBy: API_USER },
  );
