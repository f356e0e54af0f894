import type { AccessDirectory, PermissionKey, Principal } from '@cotejo/access-contracts';
import { AUDIT_TIME_TOPIC, auditId, type AuditId, type TimeRecordRow } from '@cotejo/audits-contracts';
import type { Topic } from '@cotejo/live/server';
import { mayList, rightsIn } from '../policy/audit-policy.ts';
import { AUDITS_PROJECTOR } from '../read-models/audits-projector.ts';
import { findAudit } from '../read-models/reads/list-audits.ts';
import type { ReadDatabase } from '../read-models/read-database.ts';
import { newestTimeChange, readTimeAfter } from '../read-models/reads/read-time.ts';
import { People } from '../wire/people.ts';
import { timeFor, toTimeRow } from '../wire/time-mapping.ts';

/** Time records of one audit: each follower's own, or all for users who may edit the team. */
export function auditTimeTopic(
  db: ReadDatabase,
  directory: AccessDirectory,
): Topic<Principal, TimeRecordRow> {
  return {
    name: AUDIT_TIME_TOPIC,
    permission: 'plan.access' satisfies PermissionKey,
    wakeOn: [AUDITS_PROJECTOR],
    isWhole: true,
    about: (row) => ({ id: row.id, isGone: 'eliminado' in row }),
    async authorize(principal, key) {
      const id = auditId.safeParse(key);
      const entry = id.success ? await findAudit(db, principal, id.data) : null;
      return entry !== null && mayList(principal, entry) && rightsIn(principal, entry)('plan.access');
    },
    head: ({ accountId }, key) => newestTimeChange(db, accountId, key as AuditId),
    async readAfter(principal, key, cursor, limit) {
      const entry = await findAudit(db, principal, key as AuditId);
      if (entry === null) return { rows: [], cursor };
      const records = await readTimeAfter(db, timeFor(principal, entry), cursor, limit);
      const people = new People(directory, principal.accountId);
      return {
        rows: records.map((record) => toTimeRow(record, people)),
        cursor: records.at(-1)?.version ?? cursor,
      };
    },
  };
}
