import type { AccountId } from '@cotejo/access-contracts';
import type { AuditId, ItemId, ItemOrigin, ItemType } from '@cotejo/audits-contracts';
import type { ReadDatabase } from './read-database.ts';

/** An item that others say they come from, or stand for. */
export interface Source {
  readonly type: ItemType;
  readonly origin: ItemOrigin | null;
  readonly live: boolean;
}

interface Place {
  readonly audit: AuditId;
  readonly item: ItemId;
}

export const placeOfSource = ({ audit, item }: Place): string => `${audit}/${item}`;

/** Items of an account's audits, by `placeOfSource`; those that are not there are not among them. */
export async function findSources(
  db: ReadDatabase,
  accountId: AccountId,
  places: readonly Place[],
): Promise<ReadonlyMap<string, Source>> {
  if (places.length === 0) return new Map();
  const rows = await db.query<(Source & Place)[]>(
    `select t.audit_id as audit, t.id as item, t.type, t.origin, t.live
       from unnest($2::uuid[], $3::text[]) asked(audit_id, id)
       join read.tree_item t on t.account_id = $1 and t.audit_id = asked.audit_id and t.id = asked.id`,
    [accountId, places.map(({ audit }) => audit), places.map(({ item }) => item)],
  );
  return new Map(rows.map((row) => [placeOfSource(row), row]));
}

/** Items of an audit of which copies, or links to them, live in other records of the account, with those. */
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
     ) used join read.audit a on a.account_id = $1 and a.id = used.audit_id and not a.discarded
      where used.audit_id <> $2 group by used.item`,
    [accountId, audit],
  );
  return new Map(rows.map(({ item, audits }) => [item, audits]));
}
