import type { AccountId, UserId } from '@cotejo/access-contracts';
import {
  isAudit,
  recordType,
  type AuditId,
  type AuditsFilter,
  type RecordType,
  type TeamRole,
  type YearRange,
} from '@cotejo/audits-contracts';
import { progressOfCounts, type StatusCount } from '@cotejo/audits-domain';
import type { AuditRowState } from '../tables/audit-rows.ts';
import { conditionsOf, fromYear } from './audit-conditions.ts';
import type { ReadDatabase } from '../read-database.ts';
import { countLeftOut } from './read-stretches.ts';

/** User whose lists are read; limits queries to their account. */
export interface Reader {
  readonly accountId: AccountId;
  readonly userId: UserId;
}

/** An audit as listed for one user. */
export interface AuditListEntry extends AuditRowState {
  /** Feed cursor of the row. */
  readonly changed: number;
  /** The reader's role in the team; null for non-members. */
  readonly ownRole: TeamRole | null;
  /** Active members of the team, by id. */
  readonly members: readonly UserId[];
  /** Number of living items. */
  readonly items: number;
  /** 0–100 with one decimal; null when no item counts for progress. */
  readonly progress: number | null;
  /** Counts of living items by type, status and marks. */
  readonly tallies: readonly ItemTally[];
  readonly lastChange: LastChange | null;
}

/** Count of living items with the same type, status and marks. */
export interface ItemTally extends StatusCount {
  /** 1 = completed, 2 = reviewed, 3 = both. */
  readonly marks: number;
}

export interface LastChange {
  readonly actor: string;
  /** ISO 8601 in UTC. */
  readonly at: string;
  readonly version: number;
}

const COLUMNS = `
  a.account_id as "accountId", a.id, a.version, a.changed::float8 as changed, a.name, a.code, a.year,
  a.record_type as "recordType", a.status, a.frequency, a.kind, a.start_date::text as "startDate",
  a.end_date::text as "endDate", a.closed_on::text as "closedOn", a.last_closed_on::text as "lastClosedOn",
  a.removal, a.conclusion, a.budgeted_minutes as "budgetedMinutes", a.budgeted_cost as "budgetedCost",
  a.charged_minutes as "chargedMinutes", a.leader, a.units, a.created_by as "createdBy",
  to_json(a.created_at)#>>'{}' as "createdAt", a.operation, a.operation_kind as "operationKind",
  a.operation_since as "operationSince", a.discarded,
  a.source_key as "sourceKey", a.source_title as "sourceTitle", m.role as "ownRole",
  array(select user_id from read.audit_member
         where account_id = a.account_id and audit_id = a.id and is_active order by user_id) as members,
  c.last as "lastChange"`;

const FROM = `
  from read.audit a
  left join read.audit_member m
    on m.account_id = a.account_id and m.audit_id = a.id and m.user_id = $2 and m.is_active
  left join lateral (
    select json_build_object('actor', actor, 'at', at, 'version', version) as last from read.change
     where account_id = a.account_id and audit_id = a.id
       and (a.operation_kind is distinct from 'copy' or version <= a.operation_since)
     order by version desc limit 1) c on true`;

const AUDITS = recordType.options.filter(isAudit);
const EVALUATIONS: readonly RecordType[] = ['risk_evaluation', 'risk_library'];
const NEWEST_FIRST = `order by a.year desc, length(a.code) desc, a.code collate "C" desc, a.id`;

/** Audits of the reader's account that pass a filter, newest first by year and code. */
export function listAudits(
  db: ReadDatabase,
  reader: Reader,
  filter: AuditsFilter = {},
): Promise<AuditListEntry[]> {
  const { sql, values } = conditionsOf(filter, 4);
  return entries(
    db,
    reader,
    `where a.account_id = $1 and not a.discarded and a.removal is null and a.record_type = any ($3) ${sql} ${NEWEST_FIRST}`,
    [AUDITS, ...values],
  );
}

/** Number of audits with the same year, record type, creator and own role. */
export interface YearCount extends Pick<AuditListEntry, 'year' | 'recordType' | 'createdBy' | 'ownRole'> {
  readonly audits: number;
}

/** Audits of the reader's account by year and by what decides whether the reader may list them. */
export function countYears(db: ReadDatabase, { accountId, userId }: Reader): Promise<YearCount[]> {
  return db.query<YearCount[]>(
    `select a.year, a.record_type as "recordType", a.created_by as "createdBy", m.role as "ownRole",
            count(*)::int as audits
       from read.audit a
       left join read.audit_member m
         on m.account_id = a.account_id and m.audit_id = a.id and m.user_id = $2 and m.is_active
      where a.account_id = $1 and not a.discarded and a.removal is null and a.record_type = any ($3)
      group by 1, 2, 3, 4 order by 1 desc`,
    [accountId, userId, AUDITS],
  );
}

/** Deleted audits of the reader's account, latest deletion first. */
export const listDeletedAudits = (db: ReadDatabase, reader: Reader): Promise<AuditListEntry[]> =>
  entries(
    db,
    reader,
    `where a.account_id = $1 and not a.discarded and a.removal is not null order by a.removal->>'at' desc, a.id`,
    [],
  );

/** All risk evaluations and libraries of the reader's account, newest first by year and code. */
export function listEvaluations(db: ReadDatabase, reader: Reader): Promise<AuditListEntry[]> {
  return entries(
    db,
    reader,
    `where a.account_id = $1 and not a.discarded and a.record_type = any ($3) ${NEWEST_FIRST}`,
    [EVALUATIONS],
  );
}

/** The two lists of an account's records. */
export type Listed = 'audits' | 'evaluations';
const TYPES_OF: Readonly<Record<Listed, readonly RecordType[]>> = {
  audits: AUDITS,
  evaluations: EVALUATIONS,
};

/** Changed records of a list, and those of them that are of other years than the reader's. */
export interface ChangedAudits {
  readonly entries: readonly AuditListEntry[];
  readonly elsewhere: readonly Pick<AuditListEntry, 'id' | 'version'>[];
  readonly cursor: number;
}

/** Records changed after a cursor, discarded ones included; of other years only their ids are read. */
export async function listChangedAudits(
  db: ReadDatabase,
  reader: Reader,
  { listed, years, after, limit }: { listed: Listed; years: YearRange; after: number; limit: number },
): Promise<ChangedAudits> {
  const changed = await db.query<{ id: AuditId; version: number; changed: number; isShown: boolean }[]>(
    `select a.id, a.version, a.changed::float8 as changed,
            ${fromYear('coalesce($5, 0)', '$7::boolean')} and a.year <= coalesce($6, 9999) as "isShown"
       from read.audit a where a.account_id = $1 and a.changed > $2 and a.record_type = any ($3)
      order by a.changed limit $4`,
    [reader.accountId, after, TYPES_OF[listed], limit, years.from, years.to, years.withOpen],
  );
  const shown = changed.filter(({ isShown }) => isShown).map(({ id }) => id);
  return {
    entries:
      shown.length === 0
        ? []
        : await entries(db, reader, 'where a.account_id = $1 and a.id = any ($3) order by a.changed', [
            shown,
          ]),
    elsewhere: changed.filter(({ isShown }) => !isShown),
    cursor: changed.at(-1)?.changed ?? after,
  };
}

/** One audit of the reader's account, also in the trash; null when it does not exist or was discarded. */
export async function findAudit(
  db: ReadDatabase,
  reader: Reader,
  id: AuditId,
): Promise<AuditListEntry | null> {
  const [entry] = await entries(db, reader, 'where a.account_id = $1 and a.id = $3 and not a.discarded', [
    id,
  ]);
  return entry ?? null;
}

/** Audits of the reader's account by id; missing and discarded ones are left out. */
export const findAudits = (
  db: ReadDatabase,
  reader: Reader,
  ids: readonly AuditId[],
): Promise<AuditListEntry[]> =>
  entries(db, reader, 'where a.account_id = $1 and a.id = any ($3::uuid[]) and not a.discarded', [ids]);

/** Newest cursor of an account's list; -1 while it is empty. */
export async function newestAuditChange(
  db: ReadDatabase,
  accountId: AccountId,
  listed: Listed,
): Promise<number> {
  const [row] = await db.query<{ newest: number | null }[]>(
    'select max(changed)::float8 as newest from read.audit where account_id = $1 and record_type = any ($2)',
    [accountId, TYPES_OF[listed]],
  );
  return row?.newest ?? -1;
}

type StoredEntry = Omit<AuditListEntry, 'items' | 'progress' | 'tallies'>;

async function entries(
  db: ReadDatabase,
  { accountId, userId }: Reader,
  rest: string,
  values: readonly unknown[],
): Promise<AuditListEntry[]> {
  const rows = await db.query<StoredEntry[]>(`select ${COLUMNS} ${FROM} ${rest}`, [
    accountId,
    userId,
    ...values,
  ]);
  if (rows.length === 0) return [];
  const [counts, leftOut] = await Promise.all([
    countByStatus(db, accountId, rows),
    countLeftOut(
      db,
      accountId,
      rows.map(({ id }) => id),
    ),
  ]);
  return rows.map((row) => {
    const own = counts.get(row.id) ?? [];
    const without = leftOut
      .filter(({ audit }) => audit === row.id)
      .map((one) => ({ ...one, count: -one.count }));
    return {
      ...row,
      tallies: own,
      items: own.reduce((sum, { count }) => sum + count, 0),
      progress: progressOfCounts([...own, ...without], row.recordType),
    };
  });
}

/**
 * Counts living items of audits by type, status and marks: an index-only scan, whatever the tree's size.
 * Items of a running copy are excluded, which requires reading rows; those of a running import count, as its
 * progress.
 */
async function countByStatus(
  db: ReadDatabase,
  accountId: AccountId,
  audits: readonly Pick<StoredEntry, 'id' | 'operationKind' | 'operationSince'>[],
): Promise<ReadonlyMap<AuditId, readonly ItemTally[]>> {
  const isCopying = ({ operationKind }: (typeof audits)[number]): boolean => operationKind === 'copy';
  const copying = audits.filter(isCopying);
  const rows = await db.query<(ItemTally & { readonly audit: AuditId })[]>(
    `select audit_id as audit, type, status, marks, count(*)::int as count from read.tree_item
      where account_id = $1 and audit_id = any ($2::uuid[]) and live group by audit_id, type, status, marks
     union all
     select t.audit_id, t.type, t.status, t.marks, count(*)::int
       from unnest($3::uuid[], $4::int[]) r(audit_id, since)
       join read.tree_item t on t.account_id = $1 and t.audit_id = r.audit_id and t.live
        and t.created_version < r.since
      group by t.audit_id, t.type, t.status, t.marks`,
    [
      accountId,
      audits.filter((audit) => !isCopying(audit)).map(({ id }) => id),
      copying.map(({ id }) => id),
      copying.map(({ operationSince }) => operationSince),
    ],
  );
  const byAudit = new Map<AuditId, ItemTally[]>();
  for (const row of rows) byAudit.set(row.audit, [...(byAudit.get(row.audit) ?? []), row]);
  return byAudit;
}
