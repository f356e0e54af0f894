import { canOf, mayHold } from '@cotejo/access-domain';
import type { Can, PermissionKey, Principal, UserId } from '@cotejo/access-contracts';
import { isEvaluation, type RecordType, type TeamRole } from '@cotejo/audits-contracts';
import { auditCan, policyObjectOfRecord } from '@cotejo/audits-domain';
import type { AuditListEntry } from '../read-models/list-audits.ts';

/** Whether a person may see lists of audits at all, be it only of their own. */
export const mayListSome = (principal: Principal): boolean => mayHold(principal, 'audits.list');

/** The same of risk evaluations and libraries. */
export const mayListEvaluations = (principal: Principal): boolean =>
  mayHold(principal, 'pyr_evaluacion.list');

/** Whether this record is in the person's list: for "assigned to me" and "my projects", being in the team counts. */
export function mayList(
  principal: Principal,
  { recordType, createdBy, ownRole }: Pick<AuditListEntry, 'recordType' | 'createdBy' | 'ownRole'>,
): boolean {
  const team = ownPlace(principal, ownRole);
  return canOf(principal)(listKeyOf(recordType), policyObjectOfRecord(principal, { createdBy, team }));
}

/** What a person may do in a record that is in their list. */
export function rightsIn(
  principal: Principal,
  entry: Pick<AuditListEntry, 'status' | 'closedOn' | 'createdBy' | 'ownRole' | 'recordType'>,
  team: ReadonlyMap<UserId, TeamRole> | null = null,
): Can {
  const { status, closedOn, createdBy, ownRole, recordType } = entry;
  return auditCan(principal, {
    team: team ?? ownPlace(principal, ownRole),
    status,
    closedOn,
    createdBy,
    recordType,
  });
}

/** The policy asks only about the person's own place in the team. */
const ownPlace = ({ userId }: Principal, role: TeamRole | null): ReadonlyMap<UserId, TeamRole> =>
  new Map(role === null ? [] : [[userId, role]]);

const listKeyOf = (recordType: RecordType): PermissionKey =>
  isEvaluation(recordType) ? 'pyr_evaluacion.list' : 'audits.list';
