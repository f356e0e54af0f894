import type { AuditId } from '@cotejo/audits-contracts';
import type { ReadDatabase } from '../read-database.ts';

/** Records of any account with items deleted up to a moment, ordered by their oldest deletion. */
export async function findExpiredTrash(db: ReadDatabase, before: Date): Promise<readonly AuditId[]> {
  const rows = await db.query<{ audit: AuditId }[]>(
    `select t.audit_id as audit from read.tree_item t
       join read.audit a on a.account_id = t.account_id and a.id = t.audit_id and not a.discarded and a.removal is null
      where t.deleted_version is not null and t.deleted_at <= $1 and not t.derived
        and a.status not in ('closed', 'cancelled') and not (a.status = 'completed' and a.closed_on is not null)
      group by t.audit_id order by min(t.deleted_at), t.audit_id`,
    [before],
  );
  return rows.map(({ audit }) => audit);
}
