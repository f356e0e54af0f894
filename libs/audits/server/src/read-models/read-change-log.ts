import type { AccountId } from '@cotejo/access-contracts';
import type { AuditId, ItemId } from '@cotejo/audits-contracts';
import type { ChangeRowState } from './audit-rows.ts';
import type { ReadDatabase } from './read-database.ts';

/** A change of an audit as it is read. */
export type ChangeEntry = Omit<ChangeRowState, 'accountId' | 'auditId'>;

/** What a running copy makes is shown when all of it is there, or not at all. */
const SHOWN = `
  from read.change where account_id = $1 and audit_id = $2 and version <= coalesce((
    select a.operation_since from read.audit a
     where a.account_id = $1 and a.id = $2 and a.operation_kind = 'copy'), 2147483647)`;

const SELECT = `
  select version, to_json(at)#>>'{}' as at, actor, type, item_id as "itemId", item, detail ${SHOWN}`;

/** A page of the log, newest first, before a version; from the newest when it is null. */
export function readChangesBefore(
  db: ReadDatabase,
  accountId: AccountId,
  audit: AuditId,
  before: number | null,
  limit: number,
): Promise<ChangeEntry[]> {
  return db.query<ChangeEntry[]>(
    `${SELECT} and version < coalesce($3::int, 2147483647) order by version desc limit $4`,
    [accountId, audit, before, limit],
  );
}

/** What happened after a version, oldest first. */
export function readChangesAfter(
  db: ReadDatabase,
  accountId: AccountId,
  audit: AuditId,
  after: number,
  limit: number,
): Promise<ChangeEntry[]> {
  return db.query<ChangeEntry[]>(`${SELECT} and version > $3 order by version limit $4`, [
    accountId,
    audit,
    after,
    limit,
  ]);
}

/** Version of the last change in the log that is shown; -1 when there is none. */
export async function newestChange(db: ReadDatabase, accountId: AccountId, audit: AuditId): Promise<number> {
  const [row] = await db.query<{ newest: number | null }[]>(`select max(version) as newest ${SHOWN}`, [
    accountId,
    audit,
  ]);
  return row?.newest ?? -1;
}

/** What happened to one item, newest first. */
export function readChangesOfItem(
  db: ReadDatabase,
  accountId: AccountId,
  audit: AuditId,
  item: ItemId,
  limit: number,
): Promise<ChangeEntry[]> {
  return db.query<ChangeEntry[]>(`${SELECT} and item_id = $3 order by version desc limit $4`, [
    accountId,
    audit,
    item,
    limit,
  ]);
}
