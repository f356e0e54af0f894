import type { AccountId } from '@cotejo/access-contracts';
import type { AuditId, ItemId } from '@cotejo/audits-contracts';
import type { TreeItemRowState } from './audit-rows.ts';
import type { ReadDatabase } from './read-database.ts';

/** An item of a tree as it is read; the audit and account are known to whoever asks. */
export type TreeRow = Omit<TreeItemRowState, 'accountId' | 'auditId' | 'changedAt'>;

const SELECT = `
  select t.id, t.parent_id as "parentId", t.position, t.type, t.code, t.name, t.status, t.assignee,
         t.treatment, t.derived, t.start_date::text as "startDate", t.end_date::text as "endDate",
         t.target_audit as "targetAudit", t.target_item as "targetItem", t.ref_parent as "refParent",
         t.origin, t.risk, t.completed_by as "completedBy", t.reviewed_by as "reviewedBy",
         t.created_by as "createdBy", to_json(t.created_at)#>>'{}' as "createdAt",
         t.created_version as "createdVersion", t.version, t.changed_by as "changedBy",
         t.deleted_version as "deletedVersion", t.deleted_by as "deletedBy",
         to_json(t.deleted_at)#>>'{}' as "deletedAt", t.live
    from read.tree_item t join read.audit a on a.account_id = t.account_id and a.id = t.audit_id
   where t.account_id = $1 and t.audit_id = $2`;

/** What a copy has made is not shown before it has made all of it. */
const SHOWN = `(a.operation_kind is distinct from 'copy' or t.created_version < a.operation_since)`;

/** The living items of a tree, siblings in the order of their positions. */
export function readTree(db: ReadDatabase, accountId: AccountId, audit: AuditId): Promise<TreeRow[]> {
  return db.query<TreeRow[]>(
    `${SELECT} and t.live and ${SHOWN} order by t.parent_id nulls first, t.position, t.id`,
    [accountId, audit],
  );
}

/** All items of a tree, deleted ones too. */
export function readWholeTree(db: ReadDatabase, accountId: AccountId, audit: AuditId): Promise<TreeRow[]> {
  return db.query<TreeRow[]>(`${SELECT} and ${SHOWN}`, [accountId, audit]);
}

/** What is known of one item beside the state of its audit; null while it is not readable. */
export async function readItemFacts(
  db: ReadDatabase,
  accountId: AccountId,
  audit: AuditId,
  item: ItemId,
): Promise<Pick<TreeRow, 'createdAt' | 'reviewedBy'> | null> {
  const [row] = await db.query<Pick<TreeRow, 'createdAt' | 'reviewedBy'>[]>(
    `select to_json(created_at)#>>'{}' as "createdAt", reviewed_by as "reviewedBy" from read.tree_item
      where account_id = $1 and audit_id = $2 and id = $3`,
    [accountId, audit, item],
  );
  return row ?? null;
}
