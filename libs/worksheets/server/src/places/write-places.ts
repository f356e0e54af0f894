import type { AccountId } from '@cotejo/access-contracts';
import { itemId, type AuditId, type ItemId } from '@cotejo/audits-contracts';
import type { ProjectionTransaction } from '@cotejo/projections';
import { z } from 'zod';

/** Events that change an item's place or existence. */
export const PLACE_EVENTS = [
  'TreeItemCreated',
  'TreeItemMoved',
  'TreeItemDeleted',
  'TreeItemRestored',
  'TreeItemPurged',
  'OperationFinished',
  'OperationDiscarded',
  'AuditPurged',
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
  z.object({
    type: z.enum(['OperationFinished', 'OperationDiscarded']),
    data: z.object({ operation: z.uuid() }),
  }),
  z.object({ type: z.literal('AuditPurged'), data: z.object({}) }),
]);

export interface PlaceChange {
  readonly account: AccountId;
  readonly audit: AuditId;
  /** ISO 8601 in UTC. */
  readonly at: string;
  /** Operation that caused it; null = none. */
  readonly operation: string | null;
  readonly event: z.infer<typeof facts>;
}

/** @throws ZodError for an event whose data does not fit its type */
export const placeEvent = (event: { readonly type: string; readonly data: unknown }): PlaceChange['event'] =>
  facts.parse(event);

/** Of an item with what is under it, or of a whole audit. */
export const isPurge = ({ event }: PlaceChange): boolean => PURGES.has(event.type);
export const PURGES: ReadonlySet<string> = new Set(['TreeItemPurged', 'AuditPurged']);

interface Place {
  readonly account: AccountId;
  readonly audit: AuditId;
  readonly item: ItemId;
}

interface Standing extends Place {
  readonly parent: ItemId | null;
  readonly operation: string | null;
}

interface Ended {
  readonly account: AccountId;
  readonly audit: AuditId;
  readonly operation: string;
}

/**
 * Writes `worksheet_place`: each item's last parent, whether it is deleted, and the operation that is still
 * creating it; ignores purges.
 */
export async function writePlaces(changes: readonly PlaceChange[], tx: ProjectionTransaction): Promise<void> {
  const parents = new Map<string, Standing>();
  const deletions = new Map<string, Place & { readonly deleted: boolean }>();
  const ended: Ended[] = [];
  for (const { account, audit, operation, event } of changes) {
    const { data } = event;
    if ('operation' in data) {
      ended.push({ account, audit, operation: data.operation });
      continue;
    }
    if (!('id' in data)) continue;
    const item = data.id;
    const key = `${audit}/${item}`;
    if (event.type === 'TreeItemCreated')
      parents.set(key, { account, audit, item, parent: event.data.parent, operation });
    else if (event.type === 'TreeItemMoved')
      parents.set(key, {
        ...{ account, audit, item, parent: event.data.parent },
        operation: parents.get(key)?.operation ?? null,
      });
    else deletions.set(key, { account, audit, item, deleted: event.type === 'TreeItemDeleted' });
  }
  if (parents.size > 0) {
    const rows = [...parents.values()];
    await tx.query(
      `insert into ${tx.schema}.worksheet_place (account_id, audit_id, item_id, parent_id, operation)
       select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::uuid[])
       on conflict (account_id, audit_id, item_id) do update set parent_id = excluded.parent_id`,
      [...columnsOf(rows), rows.map(({ parent }) => parent), rows.map(({ operation }) => operation)],
    );
  }
  for (const { account, audit, operation } of ended)
    await tx.query(
      `update ${tx.schema}.worksheet_place set operation = null
        where account_id = $1 and audit_id = $2 and operation = $3`,
      [account, audit, operation],
    );
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

const TABLES = [
  'note_mention',
  'review_note',
  'step_programme',
  'text_revision',
  'attachment',
  'worksheet_place',
];

/** Deletes everything that worksheets hold for purged items and their descendants, and for purged audits. */
export async function purgePlaces(changes: readonly PlaceChange[], tx: ProjectionTransaction): Promise<void> {
  if (changes.length === 0) return;
  const roots = changes.flatMap(({ account, audit, event: { data } }) =>
    'id' in data ? [{ account, audit, item: data.id }] : [],
  );
  const audits = changes.filter(({ event }) => event.type === 'AuditPurged');
  const gone = await tx.query<{ account: AccountId; audit: AuditId; item: ItemId }>(
    `with recursive branch as (
       select account_id, audit_id, item_id collate "C" as item_id
         from unnest($1::uuid[], $2::uuid[], $3::text[]) root(account_id, audit_id, item_id)
       union
       select p.account_id, p.audit_id, p.item_id
         from unnest($4::uuid[], $5::uuid[]) whole(account_id, audit_id)
         join ${tx.schema}.worksheet_place p using (account_id, audit_id)
       union
       select p.account_id, p.audit_id, p.item_id
         from branch b join ${tx.schema}.worksheet_place p
           on p.account_id = b.account_id and p.audit_id = b.audit_id and p.parent_id = b.item_id
     )
     select account_id as account, audit_id as audit, item_id as item from branch`,
    [...columnsOf(roots), audits.map(({ account }) => account), audits.map(({ audit }) => audit)],
  );
  await releaseFiles(gone, tx);
  await removeDocuments(gone, changes, tx);
  for (const table of TABLES) {
    await tx.query(
      `delete from ${tx.schema}.${table} t using unnest($1::uuid[], $2::uuid[], $3::text[]) g(account_id, audit_id, item_id)
        where t.account_id = g.account_id and t.audit_id = g.audit_id and t.item_id = g.item_id`,
      columnsOf(gone),
    );
  }
}

/** Releases the files of purged items: the next sweep deletes their bytes. */
async function releaseFiles(gone: readonly Place[], tx: ProjectionTransaction): Promise<void> {
  await tx.query(
    `delete from vault.file_use u
      using ${tx.schema}.attachment a, unnest($1::uuid[], $2::uuid[], $3::text[]) g(account_id, audit_id, item_id)
      where u.account_id = a.account_id and u.id = a.attachment_id
        and a.account_id = g.account_id and a.audit_id = g.audit_id and a.item_id = g.item_id`,
    columnsOf(gone),
  );
}

/**
 * Deletes the documents of purged items, except newer ones: ids may be used again, and projections may be
 * rebuilt.
 */
async function removeDocuments(
  gone: readonly Place[],
  purges: readonly PlaceChange[],
  tx: ProjectionTransaction,
): Promise<void> {
  const last = purges.reduce((latest, { at }) => (at > latest ? at : latest), '');
  await tx.query(
    `delete from vault.text_document d
      using unnest($1::uuid[], $2::uuid[], $3::text[]) g(account_id, audit_id, item_id)
      where d.account_id = g.account_id and d.document = g.audit_id || '.' || g.item_id and d.written_at < $4`,
    [...columnsOf(gone), last],
  );
}

const columnsOf = (rows: readonly Place[]): unknown[] => [
  rows.map(({ account }) => account),
  rows.map(({ audit }) => audit),
  rows.map(({ item }) => item),
];
