import type { AuditId, ItemId, ItemType } from '@cotejo/audits-contracts';
import type { Reader, AuditListEntry } from './list-audits.ts';
import type { ReadDatabase } from '../read-database.ts';

/** Label of a record and the fields by which access to it is decided. */
export type GuardedRecord = Pick<
  AuditListEntry,
  'id' | 'code' | 'name' | 'year' | 'recordType' | 'status' | 'closedOn' | 'removal' | 'createdBy' | 'ownRole'
>;

const GUARDED = `
  select a.id, a.code, a.name, a.year, a.record_type as "recordType", a.status, a.closed_on::text as "closedOn",
         a.removal, a.created_by as "createdBy", m.role as "ownRole"
    from read.audit a
    left join read.audit_member m
      on m.account_id = a.account_id and m.audit_id = a.id and m.user_id = $2 and m.is_active
   where a.account_id = $1 and not a.discarded`;

/** The records with these ids in the reader's account. */
export function findGuarded(
  db: ReadDatabase,
  { accountId, userId }: Reader,
  ids: readonly string[],
): Promise<GuardedRecord[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db.query<GuardedRecord[]>(`${GUARDED} and a.id = any ($3::uuid[])`, [accountId, userId, [...ids]]);
}

/** All records of the reader's account outside the trash. */
export const listGuarded = (db: ReadDatabase, { accountId, userId }: Reader): Promise<GuardedRecord[]> =>
  db.query<GuardedRecord[]>(`${GUARDED} and a.removal is null`, [accountId, userId]);

export interface NamedItem {
  readonly audit: AuditId;
  readonly id: ItemId;
  readonly type: ItemType;
  readonly code: string | null;
  readonly name: string;
}

/** Labels of living items, by record and id. */
export function nameItems(
  db: ReadDatabase,
  { accountId }: Pick<Reader, 'accountId'>,
  wanted: readonly { readonly audit: string; readonly item: string }[],
): Promise<NamedItem[]> {
  if (wanted.length === 0) return Promise.resolve([]);
  return db.query<NamedItem[]>(
    `select t.audit_id as audit, t.id, t.type, t.code, t.name
       from (select distinct * from unnest($2::uuid[], $3::text[]) w(audit_id, id)) w
       join read.tree_item t on t.account_id = $1 and t.audit_id = w.audit_id and t.id = w.id and t.live`,
    [accountId, wanted.map(({ audit }) => audit), wanted.map(({ item }) => item)],
  );
}
