import { canOf } from '@cotejo/access-domain';
import type { Can, PermissionKey, Principal, UserId } from '@cotejo/access-contracts';
import type { RecordType, TeamRole } from '@cotejo/audits-contracts';
import { auditCan } from '@cotejo/audits-domain';
import type { AuditListEntry } from '../read-models/list-audits.ts';

/** Whether a person may see lists of audits at all, be it only of their own. */
export function mayListSome(principal: Principal): boolean {
  const { userId } = principal;
  return canOf(principal)('audits.list', { createdBy: userId, assignee: userId });
}

/** The same of risk evaluations and libraries. */
export function mayListEvaluations(principal: Principal): boolean {
  const { userId } = principal;
  return canOf(principal)('pyr_evaluacion.list', { createdBy: userId, assignee: userId });
}

/** Whether this record is in the person's list: for "assigned to me", being in the team counts. */
export function mayList(
  principal: Principal,
  entry: Pick<AuditListEntry, 'recordType' | 'createdBy' | 'ownRole'>,
): boolean {
  const assignee = entry.ownRole === null ? null : principal.userId;
  return canOf(principal)(listKeyOf(entry.recordType), { createdBy: entry.createdBy, assignee });
}

/** What a person may do in a record that is in their list. */
export function rightsIn(
  principal: Principal,
  entry: AuditListEntry,
  team: ReadonlyMap<UserId, TeamRole> | null = null,
): Can {
  const { status, closedOn, createdBy, ownRole, recordType } = entry;
  // The policy asks only about the person's own place in the team.
  const known = team ?? new Map(ownRole === null ? [] : [[principal.userId, ownRole]]);
  return auditCan(principal, { team: known, status, closedOn, createdBy, recordType });
}

/** Risk evaluations and libraries, which are no audits. */
export const isEvaluation = (recordType: RecordType): boolean =>
  recordType === 'risk_evaluation' || recordType === 'risk_library';

const listKeyOf = (recordType: RecordType): PermissionKey =>
  isEvaluation(recordType) ? 'pyr_evaluacion.list' : 'audits.list';
