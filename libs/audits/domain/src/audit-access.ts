import { canOf, DEFAULT_PERMISSIONS, isReadKey } from '@cotejo/access-domain';
import type { Can, PermissionMap, Principal, Role, UserId } from '@cotejo/access-contracts';
import type { TeamRole } from '@cotejo/audits-contracts';
import { isReadOnly } from './gate.ts';
import type { AuditView } from './model.ts';

/** What the policy needs to know of an audit; a view has most of it. */
export interface AuditForPolicy extends Pick<AuditView, 'status' | 'team'> {
  readonly createdBy?: UserId | null;
  readonly closedOn?: string | null;
}

/** Role of the account whose rights a role in the team lends. */
const LENT: Readonly<Record<Exclude<TeamRole, 'guest'>, Role>> = {
  manager: 'manager',
  leader: 'leader',
  auditor: 'auditor',
  icce: 'auditor',
};

/**
 * What a person may do in an audit:
 * - outside the team and not its creator: a guest's rights (an owner's stay none);
 * - in the team: what the own role grants or the role in the team lends, so that a junior who leads this
 *   audit leads it; a guest of the team only reads, and a guest of the account stays one everywhere;
 * - administrators and superusers as in any audit of the account;
 * - closed or cancelled: reading, for everybody.
 */
export function auditCan(principal: Principal, audit: AuditForPolicy): Can {
  const permitted = membersRights(principal, audit);
  if (!isReadOnly({ status: audit.status, closedOn: audit.closedOn ?? null })) return permitted;
  return (key, object) => isReadKey(key) && permitted(key, object);
}

function membersRights(principal: Principal, audit: AuditForPolicy): Can {
  const own = canOf(principal);
  if (principal.isSuperuser || principal.role === 'admin') return own;
  if (principal.role === 'guest' || principal.role === 'owner') return own;

  const role = audit.team?.get(principal.userId);
  if (role === 'guest') return canOf(asGuest(principal));
  if (role) {
    const lent = canOf({ ...principal, permissions: DEFAULT_PERMISSIONS[LENT[role]] });
    return (key, object) => own(key, object) || (!key.startsWith('audits.') && lent(key, object));
  }
  return audit.createdBy === principal.userId ? own : canOf(asGuest(principal));
}

const GUEST: PermissionMap = DEFAULT_PERMISSIONS.guest;
const asGuest = (principal: Principal): Principal => ({ ...principal, role: 'guest', permissions: GUEST });
