import type { AccountId } from '@cotejo/access-contracts';
import type { AuditId, ItemId } from '@cotejo/audits-contracts';
import type { ReadDatabase } from '../read-database.ts';

/**
 * Items of an audit that have living copies or links in other records of the account, with the ids of those
 * records.
 */
export async function findUses(
  db: ReadDatabase,
  accountId: AccountId,
  audit: AuditId,
): Promise<ReadonlyMap<ItemId, readonly AuditId[]>> {
  const rows = await db.query<{ item: ItemId; audits: AuditId[] }[]>(
    `select used.item, array_agg(distinct used.audit_id) as audits from (
       select t.audit_id, t.copied_item as item from read.tree_item t
        where t.account_id = $1 and t.copied_audit = $2 and t.live
       union all
       select t.audit_id, t.target_item from read.tree_item t
        where t.account_id = $1 and t.target_audit = $2 and t.live
     ) used join read.audit a on a.account_id = $1 and a.id = used.audit_id and not a.discarded and a.removal is null
      where used.audit_id <> $2 group by used.item`,
    [accountId, audit],
  );
  return new Map(rows.map(({ item, audits }) => [item, audits]));
}
