import type { AccessDirectory, AccountId, PermissionKey, Principal } from '@cotejo/access-contracts';
import { AUDIT_LIST_TOPIC, EVALUATION_LIST_TOPIC, type AuditListRow } from '@cotejo/audits-contracts';
import type { Topic } from '@cotejo/live/server';
import { toAuditListRow } from '../http/audit-mapping.ts';
import { mayListEvaluations, mayListSome } from '../http/audit-policy.ts';
import { People } from '../http/people.ts';
import { AUDITS_PROJECTOR } from '../read-models/audits-projector.ts';
import { listChangedAudits, newestAuditChange, type Listed } from '../read-models/list-audits.ts';
import type { ReadDatabase } from '../read-models/read-database.ts';

/** Time between two frames of a list: a burst of edits (an import) is one row each, not hundreds. */
const REST_MS = 300;

/**
 * The account's audits as each person may see them: a row with each change, a removal when an audit is gone
 * from the person's list. Rows say whether the reader is in the team, so everybody is an audience of one.
 */
export const auditListTopic = (
  db: ReadDatabase,
  directory: AccessDirectory,
): Topic<Principal, AuditListRow> =>
  listTopic(db, directory, AUDIT_LIST_TOPIC, 'audits', 'audits.list', mayListSome);

/** The same of the account's risk evaluations and libraries. */
export const evaluationListTopic = (
  db: ReadDatabase,
  directory: AccessDirectory,
): Topic<Principal, AuditListRow> =>
  listTopic(db, directory, EVALUATION_LIST_TOPIC, 'evaluations', 'pyr_evaluacion.list', mayListEvaluations);

function listTopic(
  db: ReadDatabase,
  directory: AccessDirectory,
  name: string,
  listed: Listed,
  permission: PermissionKey,
  mayFollow: (principal: Principal) => boolean,
): Topic<Principal, AuditListRow> {
  return {
    name,
    permission,
    wakeOn: [AUDITS_PROJECTOR],
    restMs: REST_MS,
    authorize: (principal, key) => key === principal.accountId && mayFollow(principal),
    head: (principal) => newestAuditChange(db, principal.accountId, listed),
    async readAfter(principal, key, cursor, limit) {
      const changed = await listChangedAudits(db, principal, listed, cursor, limit);
      const people = new People(directory, key as AccountId);
      return {
        rows: changed.map((entry) => toAuditListRow(entry, principal, people)),
        cursor: changed.at(-1)?.changed ?? cursor,
      };
    },
  };
}
