import { canOf } from '@cotejo/access-domain';
import type { Can, Principal, UserId } from '@cotejo/access-contracts';
import type { TeamRole } from '@cotejo/audits-contracts';
import { auditCan } from '@cotejo/audits-domain';
import type { AuditListEntry } from '../read-models/list-audits.ts';

/** Whether a person may see lists of audits at all, be it only of their own. */
export function mayListSome(principal: Principal): boolean {
  const { userId } = principal;
  return canOf(principal)('audits.list', { createdBy: userId, assignee: userId });
}

/** Whether this audit is in the person's list: for "assigned to me", being in the team counts. */
export function mayList(principal: Principal, entry: AuditListEntry): boolean {
  const assignee = entry.ownRole === null ? null : principal.userId;
  return canOf(principal)('audits.list', { createdBy: entry.createdBy, assignee });
}

/** What a person may do in an audit that is in their list. */
export function rightsIn(
  principal: Principal,
  entry: AuditListEntry,
  team: ReadonlyMap<UserId, TeamRole> | null = null,
): Can {
  const { status, closedOn, createdBy, ownRole } = entry;
  // The policy asks only about the person's own place in the team.
  const known = team ?? new Map(ownRole === null ? [] : [[principal.userId, ownRole]]);
  return auditCan(principal, { team: known, status, closedOn, createdBy });
}
