import type { AccessDirectory, AccountId, PermissionKey, Principal } from '@cotejo/access-contracts';
import { AUDIT_LIST_TOPIC, type AuditListRow } from '@cotejo/audits-contracts';
import type { Topic } from '@cotejo/live/server';
import { toAuditListRow } from '../http/audit-mapping.ts';
import { mayListSome } from '../http/audit-policy.ts';
import { People } from '../http/people.ts';
import { AUDITS_PROJECTOR } from '../read-models/audits-projector.ts';
import { listChangedAudits, newestAuditChange } from '../read-models/list-audits.ts';
import type { ReadDatabase } from '../read-models/read-database.ts';

/** Time between two frames of a list: a burst of edits (an import) is one row each, not hundreds. */
const REST_MS = 300;

/**
 * The account's audits as each person may see them: a row with each change, a removal when an audit is gone
 * from the person's list. Rows say whether the reader is in the team, so everybody is an audience of one.
 */
export function auditListTopic(db: ReadDatabase, directory: AccessDirectory): Topic<Principal, AuditListRow> {
  return {
    name: AUDIT_LIST_TOPIC,
    permission: 'audits.list' satisfies PermissionKey,
    wakeOn: [AUDITS_PROJECTOR],
    restMs: REST_MS,
    authorize: (principal, key) => key === principal.accountId && mayListSome(principal),
    head: (principal) => newestAuditChange(db, principal.accountId),
    async readAfter(principal, key, cursor, limit) {
      const changed = await listChangedAudits(db, principal, cursor, limit);
      const people = new People(directory, key as AccountId);
      return {
        rows: changed.map((entry) => toAuditListRow(entry, principal, people)),
        cursor: changed.at(-1)?.changed ?? cursor,
      };
    },
  };
}
