import type { AccountId } from '@cotejo/access-contracts';
import type { AuditId, ItemId, ItemType } from '@cotejo/audits-contracts';
import type { ReadDatabase } from '../read-database.ts';

/** Type of a living item of an audit's plan; null when there is no such item. */
export async function readItemType(
  db: ReadDatabase,
  accountId: AccountId,
  audit: AuditId,
  item: ItemId,
): Promise<ItemType | null> {
  const [row] = await db.query<{ type: ItemType }[]>(
    'select type from read.tree_item where account_id = $1 and audit_id = $2 and id = $3 and live',
    [accountId, audit, item],
  );
  return row?.type ?? null;
}
