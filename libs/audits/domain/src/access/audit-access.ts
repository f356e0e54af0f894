import { asGuest, canOf, isReadKey } from '@cotejo/access-domain';
import type { Can, PermissionKey, PolicyObject, Principal, UserId } from '@cotejo/access-contracts';
import { AUDIT_ACTION_KEYS, isAudit, type RecordType } from '@cotejo/audits-contracts';
import { isClosed, isFollowedUp, isReadOnly } from '../model/gate.ts';
import { isLent, lentBy } from './lend-rights.ts';
import type { AuditView } from '../model/model.ts';

/** Facts of an audit that the policy needs; most of them are in a view. */
export interface AuditForPolicy extends Pick<AuditView, 'status' | 'team'> {
  readonly createdBy?: UserId | null;
  readonly closedOn?: string | null;
  /** Absent or null unless the audit is in the trash. */
  readonly removal?: AuditView['removal'];
  /** Absent = an audit plan. */
  readonly recordType?: RecordType;
}

/** Permissions needed to follow up a finding, its action plan and its evaluation. */
const FOLLOW_UP_KEYS: ReadonlySet<string> = new Set<PermissionKey>([
  'plan.treeitem__edit',
  'plan.assign_user',
  'plan.mark_completed',
  'plan.mark_reviewed',
  'plan.finding__mark_reviewed',
]);

/** Asked whatever the status of the audit: the rules let guests alone into a closed or cancelled one. */
const TEAM_KEY: PermissionKey = 'plan.team__edit';

const DELETE_KEY: PermissionKey = 'plan.audit__delete';
/** In effect in the trash of the account. */
const IN_TRASH: ReadonlySet<string> = new Set<PermissionKey>(['plan.audit__restore', 'trashbin.purge']);

/** Asked of the record itself, so what is said of "created by me" and "assigned to me" is said of it. */
const OF_THE_RECORD: ReadonlySet<string> = new Set<PermissionKey>([
  'plan.access',
  'plan.history',
  ...Object.values(AUDIT_ACTION_KEYS),
  'plan.audit__delete',
  'plan.audit__restore',
  'plan.audit__rate',
  'plan.audit__conclude',
  'plan.team__edit',
  'trashbin.access',
  'pyr_evaluacion.access',
  'pyr_evaluacion.edit',
]);

/**
 * Additional permissions, checked together with another one and without an item; they grant nothing alone.
 */
const BESIDE: ReadonlySet<string> = new Set<PermissionKey>(['plan.finding__icce', 'plan.mass_assign']);

/** Whether a permission remains in effect in a closed audit: only for items that are followed up. */
const isOfFollowUp = (key: string, object: PolicyObject | undefined): boolean =>
  BESIDE.has(key) ||
  (FOLLOW_UP_KEYS.has(key) && object !== undefined && 'itemType' in object && isFollowedUp(object.itemType));

/**
 * What a person may do in an audit:
 * - outside the team and not its creator: a guest's rights, and of these no more than the own role grants;
 * - in the team: what the own role grants or the role in the team lends, so that a junior who leads this
 *   audit leads it; a guest of the team only reads, and a guest of the account stays one everywhere;
 * - administrators and superusers as in any audit of the account;
 * - risk evaluations and libraries are the account's: who has no place in a team of theirs keeps the own
 *   rights, reading asks for those of evaluations, and every change for their editing besides;
 * - rights that hold only in projects of one's own hold in the team, whatever is asked of it; what is asked of
 *   the record itself and holds for what one made or was given holds for its creator and its team;
 * - closed: reading, reopening, and following up what it found (asked of an item, `policyObjectOf`); deleting nothing;
 * - cancelled: reading and reopening, for everybody;
 * - cancelled: also deleting; in the trash of the account: reading and restoring;
 * - closed or cancelled: the team's right stays, because guests may still be added.
 */
export function auditCan(principal: Principal, audit: AuditForPolicy): Can {
  const permitted = ofThisRecord(recordsRights(principal, audit), principal, audit);
  const state = { status: audit.status, closedOn: audit.closedOn ?? null };
  if (audit.removal) return (key, object) => (isReadKey(key) || IN_TRASH.has(key)) && permitted(key, object);
  if (!isReadOnly(state)) return permitted;
  const goesOn = isClosed(state) ? isOfFollowUp : () => false;
  return (key, object) =>
    (isReadKey(key) ||
      key === TEAM_KEY ||
      key === AUDIT_ACTION_KEYS.reopen ||
      (key === DELETE_KEY && audit.status === 'cancelled') ||
      goesOn(key, object)) &&
    permitted(key, object);
}

/** The record as an object of the policy. */
export function policyObjectOfRecord(
  { userId }: Pick<Principal, 'userId'>,
  { createdBy = null, team }: Pick<AuditForPolicy, 'createdBy' | 'team'>,
): PolicyObject {
  return { createdBy, assignee: team?.has(userId) === true ? userId : null, project: team };
}

function ofThisRecord(can: Can, principal: Principal, audit: AuditForPolicy): Can {
  const record = policyObjectOfRecord(principal, audit);
  const { project = null } = record;
  const inRecord: PolicyObject = { project };
  return (key, object) => {
    if (OF_THE_RECORD.has(key)) return can(key, record);
    return can(key, object === undefined ? inRecord : { ...object, project });
  };
}

function recordsRights(principal: Principal, audit: AuditForPolicy): Can {
  const members = membersRights(principal, audit);
  if (!isOfRisks(audit)) return members;
  const record = policyObjectOfRecord(principal, audit);
  return (key, object) => {
    if (key === 'plan.access') return members('pyr_evaluacion.access', object);
    if (!key.startsWith('plan.')) return members(key, object);
    const besides = isReadKey(key) ? 'pyr_evaluacion.access' : 'pyr_evaluacion.edit';
    return members(besides, record) && members(key, object);
  };
}

/** Whether the record is a risk evaluation or library. */
const isOfRisks = ({ recordType = 'audit_plan' }: AuditForPolicy): boolean =>
  !isAudit(recordType) && recordType !== 'template';

function membersRights(principal: Principal, audit: AuditForPolicy): Can {
  const own = canOf(principal);
  if (principal.isSuperuser || principal.role === 'admin') return own;
  if (principal.role === 'guest' || principal.role === 'owner') return own;

  const role = audit.team?.get(principal.userId);
  if (role === 'guest') return canOf(asGuest(principal));
  if (role) {
    const lent = canOf({ ...principal, permissions: lentBy(role, principal) });
    return (key, object) => own(key, object) || (isLent(key) && lent(key, object));
  }
  if (isOfRisks(audit) || audit.createdBy === principal.userId) return own;
  const asked = canOf(asGuest(principal));
  return (key, object) => asked(key, object) && own(key, object);
}
