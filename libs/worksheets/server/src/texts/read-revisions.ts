import type { AccountId } from '@cotejo/access-contracts';
import type { AuditId, ItemId } from '@cotejo/audits-contracts';
import type { DataSource } from 'typeorm';
import type { TextRevisionEntity } from './text-revision.entity.ts';

type Database = Pick<DataSource, 'query'>;
export type RevisionRow = Omit<TextRevisionEntity, 'accountId' | 'auditId' | 'latest'>;

const SELECT = `select item_id as "itemId", field, rev, version, ref, hash, length, characters, authors,
  to_json(at)#>>'{}' as at from read.text_revision where account_id = $1 and audit_id = $2`;

/** Newest texts of a worksheet, by field. */
export function latestTexts(
  db: Database,
  account: AccountId,
  audit: AuditId,
  item: ItemId,
): Promise<RevisionRow[]> {
  return db.query<RevisionRow[]>(`${SELECT} and item_id = $3 and latest order by field`, [
    account,
    audit,
    item,
  ]);
}

/** Texts of a worksheet at an audit version, by field. */
export function textsAt(
  db: Database,
  account: AccountId,
  audit: AuditId,
  item: ItemId,
  version: number,
): Promise<RevisionRow[]> {
  return db.query<RevisionRow[]>(
    `select distinct on (field) * from (${SELECT} and item_id = $3 and version <= $4) revision
      order by field, rev desc`,
    [account, audit, item, version],
  );
}

/** Revisions of one text, newest first. */
export function revisionsOf(
  db: Database,
  account: AccountId,
  audit: AuditId,
  of: { readonly item: ItemId; readonly field: string; readonly before: number | undefined },
  limit: number,
): Promise<RevisionRow[]> {
  return db.query<RevisionRow[]>(
    `${SELECT} and item_id = $3 and field = $4 and ($5::int is null or rev < $5) order by rev desc limit $6`,
    [account, audit, of.item, of.field, of.before ?? null, limit],
  );
}

/** Newest revisions of texts changed after an audit version, in that order. */
export function textsChangedAfter(
  db: Database,
  account: AccountId,
  audit: AuditId,
  version: number,
  limit: number,
): Promise<RevisionRow[]> {
  return db.query<RevisionRow[]>(`${SELECT} and latest and version > $3 order by version limit $4`, [
    account,
    audit,
    version,
    limit,
  ]);
}

/** Audit version of the newest revision of any text; -1 if there is none. */
export async function newestTextChange(db: Database, account: AccountId, audit: AuditId): Promise<number> {
  const [row] = await db.query<{ newest: number | null }[]>(
    'select max(version) as newest from read.text_revision where account_id = $1 and audit_id = $2 and latest',
    [account, audit],
  );
  return row?.newest ?? -1;
}
