import type { AccountId } from '@cotejo/access-contracts';
import { HOUSEKEEPING, type AuditId, type ItemId } from '@cotejo/audits-contracts';
import type { ChangeRowState } from '../tables/audit-rows.ts';
import type { ReadDatabase } from '../read-database.ts';

/** An entry of a change log. */
export type ChangeEntry = Omit<ChangeRowState, 'accountId' | 'auditId'>;

/** Changes of a running copy are hidden until it is finished. */
const SHOWN = `
  from read.change where account_id = $1 and audit_id = $2 and version <= coalesce((
    select a.operation_since from read.audit a
     where a.account_id = $1 and a.id = $2 and a.operation_kind = 'copy'), 2147483647)`;

const SELECT = `
  select version, to_json(at)#>>'{}' as at, actor, authors, type, item_id as "itemId", item, detail ${SHOWN}`;

/** Not shown unless asked for by type. */
const BY_PEOPLE = `type not in (${HOUSEKEEPING.map((type) => `'${type}'`).join(', ')})`;

/** Filter of the change log; null = any. Moments are ISO 8601. */
export interface WantedChanges {
  /** Actors or co-authors. */
  readonly actors: readonly string[] | null;
  readonly types: readonly string[] | null;
  /** Changes of an item, or also of its descendants, deleted ones included. */
  readonly item: { readonly id: ItemId; readonly withBranch: boolean } | null;
  readonly since: string | null;
  readonly until: string | null;
}

const ALL: WantedChanges = { actors: null, types: null, item: null, since: null, until: null };

/** SQL conditions in addition to `SHOWN`, and their parameters from `$3` on. */
async function conditionsOf(
  db: ReadDatabase,
  accountId: AccountId,
  audit: AuditId,
  { actors, types, item, since, until }: WantedChanges,
): Promise<{ readonly text: string; readonly values: readonly unknown[] }> {
  const values: unknown[] = [];
  const parts: string[] = [];
  const add = (condition: (parameter: string) => string, value: unknown): void => {
    values.push(value);
    parts.push(` and ${condition(`$${values.length + 2}`)}`);
  };
  if (actors) add((one) => `(actor = any (${one}::text[]) or authors ?| ${one}::text[])`, actors);
  if (types) add((one) => `type = any (${one}::text[])`, types);
  else parts.push(` and ${BY_PEOPLE}`);
  if (item?.withBranch)
    add((one) => `item_id = any (${one}::text[])`, await branchOf(db, accountId, audit, item.id));
  else if (item) add((one) => `item_id = ${one}`, item.id);
  if (since !== null) add((one) => `at >= ${one}::timestamptz`, since);
  if (until !== null) add((one) => `at < ${one}::timestamptz`, until);
  return { text: parts.join(''), values };
}

/** A list of ids rather than a join, so that the planner can estimate the number of rows. */
async function branchOf(
  db: ReadDatabase,
  accountId: AccountId,
  audit: AuditId,
  item: ItemId,
): Promise<readonly string[]> {
  const rows = await db.query<{ id: string }[]>(
    `with recursive branch as (
       select $3::text collate "C" as id
       union
       select t.id from branch b join read.tree_item t
         on t.account_id = $1 and t.audit_id = $2 and t.parent_id = b.id
     ) select id from branch`,
    [accountId, audit, item],
  );
  return rows.map(({ id }) => id);
}

/** A page of the log, newest first, before a version; from the head when `before` is null. */
export async function readChangesBefore(
  db: ReadDatabase,
  accountId: AccountId,
  audit: AuditId,
  before: number | null,
  limit: number,
  wanted: WantedChanges = ALL,
): Promise<ChangeEntry[]> {
  const { text, values } = await conditionsOf(db, accountId, audit, wanted);
  const at = values.length + 3;
  // No condition instead of a null parameter, which the planner could not estimate.
  const bound = before === null ? '' : ` and version < $${at + 1}::int`;
  return db.query<ChangeEntry[]>(`${SELECT}${text}${bound} order by version desc limit $${at}`, [
    accountId,
    audit,
    ...values,
    limit,
    ...(before === null ? [] : [before]),
  ]);
}

/** Number of changes up to a version. */
export async function countChanges(
  db: ReadDatabase,
  accountId: AccountId,
  audit: AuditId,
  upTo: number,
  wanted: WantedChanges,
): Promise<number> {
  const { text, values } = await conditionsOf(db, accountId, audit, wanted);
  const [row] = await db.query<{ count: number }[]>(
    `select count(*)::int as count ${SHOWN}${text} and version <= $${values.length + 3}`,
    [accountId, audit, ...values, upTo],
  );
  return row?.count ?? 0;
}

/** Changes after a version up to another, oldest first: one page of an export. */
export async function readChangesBetween(
  db: ReadDatabase,
  accountId: AccountId,
  audit: AuditId,
  { after, upTo, limit }: { readonly after: number; readonly upTo: number; readonly limit: number },
  wanted: WantedChanges,
): Promise<ChangeEntry[]> {
  const { text, values } = await conditionsOf(db, accountId, audit, wanted);
  const at = values.length + 3;
  return db.query<ChangeEntry[]>(
    `${SELECT}${text} and version > $${at} and version <= $${at + 1} order by version limit $${at + 2}`,
    [accountId, audit, ...values, after, upTo, limit],
  );
}

/** Changes after a version, oldest first. */
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

/** Version of the last visible change; -1 when there is none. */
export async function newestChange(db: ReadDatabase, accountId: AccountId, audit: AuditId): Promise<number> {
  const [row] = await db.query<{ newest: number | null }[]>(`select max(version) as newest ${SHOWN}`, [
    accountId,
    audit,
  ]);
  return row?.newest ?? -1;
}

/** Changes of one item, newest first. */
export function readChangesOfItem(
  db: ReadDatabase,
  accountId: AccountId,
  audit: AuditId,
  item: ItemId,
  limit: number,
): Promise<ChangeEntry[]> {
  return db.query<ChangeEntry[]>(
    `${SELECT} and item_id = $3 and ${BY_PEOPLE} order by version desc limit $4`,
    [accountId, audit, item, limit],
  );
}
