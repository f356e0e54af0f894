import type { AccountId } from '@cotejo/access-contracts';
import type { AuditId, ItemId } from '@cotejo/audits-contracts';
import type { TreeItemRowState } from '../tables/audit-rows.ts';
import type { ReadDatabase } from '../read-database.ts';

/** An item of a tree, without the ids of its account and audit. */
export type TreeRow = Omit<
  TreeItemRowState,
  'accountId' | 'auditId' | 'changedAt' | 'copiedAudit' | 'copiedItem'
>;

const COLUMNS = `
  t.id, t.parent_id as "parentId", t.position, t.type, t.code, t.name, t.status, t.assignee,
  t.treatment, t.derived, t.start_date::text as "startDate", t.end_date::text as "endDate",
  t.target_audit as "targetAudit", t.target_item as "targetItem", t.ref_parent as "refParent",
  t.origin, t.risk, t.item_values as "values", t.stretches, t.signatures,
  t.created_by as "createdBy", to_json(t.created_at)#>>'{}' as "createdAt",
  t.created_version as "createdVersion", t.version, t.changed_by as "changedBy",
  t.deleted_version as "deletedVersion", t.deleted_by as "deletedBy",
  to_json(t.deleted_at)#>>'{}' as "deletedAt", t.live`;

const OF_AUDIT = `
  from read.tree_item t join read.audit a on a.account_id = t.account_id and a.id = t.audit_id
 where t.account_id = $1 and t.audit_id = $2`;

/** Items of a running copy are hidden until it is finished. */
const SHOWN = `(a.operation_kind is distinct from 'copy' or t.created_version < a.operation_since)`;

/** The living items of a tree, siblings ordered by position. */
export function readTree(db: ReadDatabase, accountId: AccountId, audit: AuditId): Promise<TreeRow[]> {
  return db.query<TreeRow[]>(
    `select ${COLUMNS} ${OF_AUDIT} and t.live and ${SHOWN} order by t.parent_id nulls first, t.position, t.id`,
    [accountId, audit],
  );
}

/** Fields that figures of a whole tree need; names only at the top level, and few values. */
export type FigureRow = Pick<
  TreeRow,
  | 'id'
  | 'parentId'
  | 'position'
  | 'type'
  | 'code'
  | 'name'
  | 'status'
  | 'targetItem'
  | 'targetAudit'
  | 'refParent'
  | 'values'
  | 'stretches'
>;

const OF_FIGURES = `
  t.id, t.parent_id as "parentId", t.position, t.type, t.status,
  case when t.parent_id is null then t.code end as code,
  case when t.parent_id is null then t.name else '' end as name,
  t.target_audit as "targetAudit", t.target_item as "targetItem", t.ref_parent as "refParent",
  t.stretches,
  case when t.type in ('risk', 'control', 'control_test', 'finding') then t.item_values
       when jsonb_exists(t.item_values, 'budgetedMinutes')
       then jsonb_build_object('budgetedMinutes', t.item_values->'budgetedMinutes') end as values`;

/**
 * The living items of a tree, reduced to the fields that figures need: a third of the time of a full read.
 * For unrated items such as steps, only the budgeted time is read.
 */
export function readFigures(db: ReadDatabase, accountId: AccountId, audit: AuditId): Promise<FigureRow[]> {
  return db.query<FigureRow[]>(`select ${OF_FIGURES} ${OF_AUDIT} and t.live and ${SHOWN}`, [
    accountId,
    audit,
  ]);
}

/** Rows of `readFigures` changed after an audit version, including items no longer living (`live`). */
export function readChangedFigures(
  db: ReadDatabase,
  accountId: AccountId,
  audit: AuditId,
  after: number,
): Promise<(FigureRow & { readonly live: boolean })[]> {
  return db.query<(FigureRow & { readonly live: boolean })[]>(
    `select ${OF_FIGURES}, t.live from read.tree_item t
      where t.account_id = $1 and t.audit_id = $2 and t.version > $3`,
    [accountId, audit, after],
  );
}

/** Number of living items of an audit. */
export async function countLiving(db: ReadDatabase, accountId: AccountId, audit: AuditId): Promise<number> {
  const [row] = await db.query<{ readonly living: number }[]>(
    'select count(*)::int as living from read.tree_item where account_id = $1 and audit_id = $2 and live',
    [accountId, audit],
  );
  return row?.living ?? 0;
}

/**
 * Rows needed to show some living items with their subtrees: also their ancestors and the siblings of those,
 * references that share a control with any of them together with their ancestors, and the tests by which
 * those controls are rated.
 */
export function readTreeAround(
  db: ReadDatabase,
  accountId: AccountId,
  audit: AuditId,
  items: readonly ItemId[],
): Promise<TreeRow[]> {
  return db.query<TreeRow[]>(
    `with recursive
     shown as not materialized (select t.* ${OF_AUDIT} and t.live and ${SHOWN}),
     branch as (
       select id, type, target_audit, target_item from shown where id = any ($3)
       union
       select s.id, s.type, s.target_audit, s.target_item from branch b join shown s on s.parent_id = b.id
     ),
     path as (
       select id, parent_id, type, target_audit, target_item from shown where id = any ($3)
       union
       select s.id, s.parent_id, s.type, s.target_audit, s.target_item from path p join shown s on s.id = p.parent_id
     ),
     original as (
       select case when type = 'reference' then target_item else id end as id
         from (select id, type, target_item from branch union select id, type, target_item from path) one
        where type in ('control', 'reference')
     ),
     shared as (
       select id from original
       union
       select r.id from shown r join original o on r.target_item = o.id
        where r.type = 'reference' and r.target_audit is null
     ),
     far as (
       select s.id, s.parent_id from shared join shown s using (id)
       union
       select s.id, s.parent_id from far f join shown s on s.id = f.parent_id
     ),
     tests as (
       select s.id from original o join shown s on s.parent_id = o.id where s.type = 'control_test'
     ),
     wanted as (
       select id from branch
       union select id from far
       union select id from tests
       union select s.id from path p join shown s on s.parent_id = p.parent_id
       union select id from shown where parent_id is null
     )
     select ${COLUMNS} from wanted join shown t using (id)`,
    [accountId, audit, [...items]],
  );
}

/**
 * Rows needed to show a record's trash: items deleted directly with their subtrees, their ancestors, and the
 * targets of references among those.
 */
export function readDeleted(db: ReadDatabase, accountId: AccountId, audit: AuditId): Promise<TreeRow[]> {
  return db.query<TreeRow[]>(
    `with recursive
     shown as not materialized (select t.* ${OF_AUDIT} and ${SHOWN}),
     trash as (select id from shown where deleted_version is not null and not derived),
     branch as (
       select id from trash
       union
       select s.id from branch b join shown s on s.parent_id = b.id
     ),
     path as (
       select s.id, s.parent_id, s.type, s.target_item from trash join shown s using (id)
       union
       select s.id, s.parent_id, s.type, s.target_item from path p join shown s on s.id = p.parent_id
     ),
     far as (
       select s.id, s.parent_id from path p join shown s on s.id = p.target_item where p.type = 'reference'
       union
       select s.id, s.parent_id from far f join shown s on s.id = f.parent_id
     ),
     wanted as (select id from branch union select id from path union select id from far)
     select ${COLUMNS} from wanted join shown t using (id)`,
    [accountId, audit],
  );
}

/** Creation time of an item, which the audit's state does not hold; null until it is projected. */
export async function readCreation(
  db: ReadDatabase,
  accountId: AccountId,
  audit: AuditId,
  item: ItemId,
): Promise<string | null> {
  const [row] = await db.query<Pick<TreeRow, 'createdAt'>[]>(
    `select to_json(created_at)#>>'{}' as "createdAt" from read.tree_item
      where account_id = $1 and audit_id = $2 and id = $3`,
    [accountId, audit, item],
  );
  return row?.createdAt ?? null;
}
