import type { AccountId } from '@cotejo/access-contracts';
import type { AuditId } from '@cotejo/audits-contracts';
import type { TreeItemRowState } from './audit-rows.ts';
import type { ReadDatabase } from './read-database.ts';

/** An item of a plan as it is read; the audit and account are known to whoever asks. */
export type TreeRow = Pick<
  TreeItemRowState,
  'id' | 'parentId' | 'position' | 'type' | 'code' | 'name' | 'status' | 'assignee' | 'createdBy' | 'version'
>;

/** The living items of an audit's plan, siblings in the order of their positions. */
export function readTree(db: ReadDatabase, accountId: AccountId, audit: AuditId): Promise<TreeRow[]> {
  return db.query<TreeRow[]>(
    `select id, parent_id as "parentId", position, type, code, name, status, assignee,
            created_by as "createdBy", version
       from read.tree_item where account_id = $1 and audit_id = $2 and live
      order by parent_id nulls first, position, id`,
    [accountId, audit],
  );
}
