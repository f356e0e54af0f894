import type { AccountId } from '@cotejo/access-contracts';
import { itemId, type AuditId, type ItemId } from '@cotejo/audits-contracts';
import type { ProjectionTransaction } from '@cotejo/projections';
import { z } from 'zod';

/** Events of plans that say where items stand, and whether they are there. */
export const PLACE_EVENTS = [
  'TreeItemCreated',
  'TreeItemMoved',
  'TreeItemDeleted',
  'TreeItemRestored',
  'TreeItemPurged',
] as const;

const facts = z.discriminatedUnion('type', [
  z.object({
    type: z.enum(['TreeItemCreated', 'TreeItemMoved']),
    data: z.object({ id: itemId, parent: itemId.nullable() }),
  }),
  z.object({
    type: z.enum(['TreeItemDeleted', 'TreeItemRestored', 'TreeItemPurged']),
    data: z.object({ id: itemId }),
  }),
]);

export interface PlaceChange {
  readonly account: AccountId;
  readonly audit: AuditId;
  readonly event: z.infer<typeof facts>;
}

/** @throws ZodError for an event whose data is not what its type says */
export const placeEvent = (event: { readonly type: string; readonly data: unknown }): PlaceChange['event'] =>
  facts.parse(event);

export const isPurge = ({ event }: PlaceChange): boolean => event.type === 'TreeItemPurged';

interface Place {
  readonly account: AccountId;
  readonly audit: AuditId;
  readonly item: ItemId;
}

/** Writes `worksheet_place`: of each item its last parent and whether it was deleted; nothing of purges. */
export async function writePlaces(changes: readonly PlaceChange[], tx: ProjectionTransaction): Promise<void> {
  const parents = new Map<string, Place & { readonly parent: ItemId | null }>();
  const deletions = new Map<string, Place & { readonly deleted: boolean }>();
  for (const { account, audit, event } of changes) {
    const item = event.data.id;
    const key = `${audit}/${item}`;
    if (event.type === 'TreeItemCreated' || event.type === 'TreeItemMoved')
      parents.set(key, { account, audit, item, parent: event.data.parent });
    else deletions.set(key, { account, audit, item, deleted: event.type === 'TreeItemDeleted' });
  }
  if (parents.size > 0) {
    const rows = [...parents.values()];
    await tx.query(
      `insert into ${tx.schema}.worksheet_place (account_id, audit_id, item_id, parent_id)
       select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[])
       on conflict (account_id, audit_id, item_id) do update set parent_id = excluded.parent_id`,
      [...columnsOf(rows), rows.map(({ parent }) => parent)],
    );
  }
  if (deletions.size > 0) {
    const rows = [...deletions.values()];
    await tx.query(
      `update ${tx.schema}.worksheet_place p set deleted = d.deleted
         from unnest($1::uuid[], $2::uuid[], $3::text[], $4::boolean[]) d(account_id, audit_id, item_id, deleted)
        where p.account_id = d.account_id and p.audit_id = d.audit_id and p.item_id = d.item_id`,
      [...columnsOf(rows), rows.map(({ deleted }) => deleted)],
    );
  }
}

/** Takes out all that worksheets hold of items that left their plans for good, with what was under them. */
export async function purgePlaces(changes: readonly PlaceChange[], tx: ProjectionTransaction): Promise<void> {
  if (changes.length === 0) return;
  const roots = changes.map(({ account, audit, event }) => ({ account, audit, item: event.data.id }));
  const gone = await tx.query<{ account: AccountId; audit: AuditId; item: ItemId }>(
    `with recursive branch as (
       select account_id, audit_id, item_id collate "C" as item_id
         from unnest($1::uuid[], $2::uuid[], $3::text[]) root(account_id, audit_id, item_id)
       union
       select p.account_id, p.audit_id, p.item_id
         from branch b join ${tx.schema}.worksheet_place p
           on p.account_id = b.account_id and p.audit_id = b.audit_id and p.parent_id = b.item_id
     )
     select account_id as account, audit_id as audit, item_id as item from branch`,
    columnsOf(roots),
  );
  for (const table of ['review_note', 'step_programme', 'worksheet_place']) {
    await tx.query(
      `delete from ${tx.schema}.${table} t using unnest($1::uuid[], $2::uuid[], $3::text[]) g(account_id, audit_id, item_id)
        where t.account_id = g.account_id and t.audit_id = g.audit_id and t.item_id = g.item_id`,
      columnsOf(gone),
    );
  }
}

const columnsOf = (rows: readonly Place[]): unknown[] => [
  rows.map(({ account }) => account),
  rows.map(({ audit }) => audit),
  rows.map(({ item }) => item),
];
