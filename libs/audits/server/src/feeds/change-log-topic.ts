import type { AccessDirectory, PermissionKey, Principal } from '@cotejo/access-contracts';
import { auditId, CHANGE_LOG_TOPIC, type AuditId, type ChangeRow } from '@cotejo/audits-contracts';
import type { Topic } from '@cotejo/live/server';
import { mayList, rightsIn } from '../policy/audit-policy.ts';
import { toChangeRow } from '../wire/change-mapping.ts';
import { People } from '../wire/people.ts';
import { AUDITS_PROJECTOR } from '../read-models/audits-projector.ts';
import { findAudit } from '../read-models/reads/list-audits.ts';
import { newestChange, readChangesAfter } from '../read-models/reads/read-change-log.ts';
import type { ReadDatabase } from '../read-models/read-database.ts';

/** Feed of one audit's change log for users with `plan.history`; all of them get the same rows. */
export function changeLogTopic(db: ReadDatabase, directory: AccessDirectory): Topic<Principal, ChangeRow> {
  return {
    name: CHANGE_LOG_TOPIC,
    permission: 'plan.history' satisfies PermissionKey,
    wakeOn: [AUDITS_PROJECTOR],
    async authorize(principal, key) {
      const id = auditId.safeParse(key);
      const entry = id.success ? await findAudit(db, principal, id.data) : null;
      return entry !== null && mayList(principal, entry) && rightsIn(principal, entry)('plan.history');
    },
    audience: (principal) => principal.accountId,
    head: (principal, key) => newestChange(db, principal.accountId, key as AuditId),
    async readAfter(principal, key, cursor, limit) {
      const changes = await readChangesAfter(db, principal.accountId, key as AuditId, cursor, limit);
      const people = new People(directory, principal.accountId);
      return {
        rows: changes.map((change) => toChangeRow(change, people)),
        cursor: changes.at(-1)?.version ?? cursor,
      };
    },
  };
}
