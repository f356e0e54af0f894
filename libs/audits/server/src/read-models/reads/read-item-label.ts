import type { AccountId } from '@cotejo/access-contracts';
import type { AuditId, ItemId } from '@cotejo/audits-contracts';
import type { ReadDatabase } from '../read-database.ts';

/** Code and name of an item, deleted ones included; null when the plan has no such item. */
export async function readItemLabel(
  db: ReadDatabase,
  accountId: AccountId,
  audit: AuditId,
  item: ItemId,
): Promise<string | null> {
  const [row] = await db.query<{ label: string }[]>(
    `select concat_ws(' ', code, name) as label from read.tree_item
      where account_id = $1 and audit_id = $2 and id = $3`,
    [accountId, audit, item],
  );
  return row?.label ?? null;
}
