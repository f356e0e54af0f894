import { canOf, mayHold } from '@cotejo/access-domain';
import type { Can, PermissionKey, Principal, UserId } from '@cotejo/access-contracts';
import { isEvaluation, type RecordType, type TeamRole } from '@cotejo/audits-contracts';
import { auditCan, policyObjectOfRecord } from '@cotejo/audits-domain';
import type { AuditListEntry } from '../read-models/reads/list-audits.ts';

/** Whether a user may see lists of audits at all, even if only their own. */
export const mayListSome = (principal: Principal): boolean => mayHold(principal, 'audits.list');

/** Whether a user may see lists of risk evaluations and libraries at all. */
export const mayListEvaluations = (principal: Principal): boolean =>
  mayHold(principal, 'pyr_evaluacion.list');

/** Whether a record is in the user's list; team membership counts for "assigned to me" and "my projects". */
export function mayList(
  principal: Principal,
  { recordType, createdBy, ownRole }: Pick<AuditListEntry, 'recordType' | 'createdBy' | 'ownRole'>,
): boolean {
  const team = ownPlace(principal, ownRole);
  return canOf(principal)(listKeyOf(recordType), policyObjectOfRecord(principal, { createdBy, team }));
}

/** The user's permissions in a record that is in their list. */
export function rightsIn(
  principal: Principal,
  entry: Pick<AuditListEntry, 'status' | 'closedOn' | 'removal' | 'createdBy' | 'ownRole' | 'recordType'>,
  team: ReadonlyMap<UserId, TeamRole> | null = null,
): Can {
  const { status, closedOn, removal, createdBy, ownRole, recordType } = entry;
  return auditCan(principal, {
    team: team ?? ownPlace(principal, ownRole),
    status,
    closedOn,
    removal,
    createdBy,
    recordType,
  });
}

/** Team with the user alone: the policy asks only about the user's own role. */
const ownPlace = ({ userId }: Principal, role: TeamRole | null): ReadonlyMap<UserId, TeamRole> =>
  new Map(role === null ? [] : [[userId, role]]);

const listKeyOf = (recordType: RecordType): PermissionKey =>
  isEvaluation(recordType) ? 'pyr_evaluacion.list' : 'audits.list';
