import type { AccountId } from '@cotejo/access-contracts';
import type { AuditId, ItemId } from '@cotejo/audits-contracts';
import type { ReadDatabase } from '../read-database.ts';

/**
 * Records of an account that contain items of these ids, deleted ones included; for each item, records where
 * it is alive first, then the oldest record. Usually there is one record: clients generate the ids, which are
 * unique only within a record.
 */
export async function findItemAudits(
  db: ReadDatabase,
  accountId: AccountId,
  items: readonly ItemId[],
): Promise<ReadonlyMap<ItemId, readonly AuditId[]>> {
  const rows = await db.query<{ item: ItemId; audits: AuditId[] }[]>(
    `select t.id as item, array_agg(t.audit_id order by t.live desc, a.created_at, a.id) as audits
       from read.tree_item t
       join read.audit a on a.account_id = t.account_id and a.id = t.audit_id and not a.discarded and a.removal is null
      where t.account_id = $1 and t.id = any ($2) group by t.id`,
    [accountId, [...items]],
  );
  return new Map(rows.map(({ item, audits }) => [item, audits]));
}
