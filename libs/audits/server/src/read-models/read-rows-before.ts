import type { AuditId, ItemId } from '@cotejo/audits-contracts';
import type { ProjectionTransaction } from '@cotejo/projections';
import type { AuditRowState, TreeItemRowState } from './tables/audit-rows.ts';
import type { RowsBefore } from './fold-audit-rows.ts';
import { branchNamedBy, itemsNamedBy, placeOf, type AuditChange } from './parse-audit-event.ts';

interface Wanted {
  readonly audit: AuditId;
  readonly item: ItemId;
}

/** Reads the rows that folding a batch may need. */
export async function readRowsBefore(
  changes: readonly AuditChange[],
  tx: ProjectionTransaction,
): Promise<RowsBefore> {
  const begun = new Set(changes.filter(({ type }) => type === 'AuditCreated').map(({ audit }) => audit));
  const audits = new Set(changes.map(({ audit }) => audit).filter((id) => !begun.has(id)));
  const auditRows = await readAudits([...audits], tx);
  const items = new Map<string, TreeItemRowState>();
  const take = (rows: readonly TreeItemRowState[]): void => {
    for (const row of rows) items.set(placeOf(row.auditId, row.id), row);
  };
  const later = changes.filter(({ audit }) => !begun.has(audit));
  take(await readItems(namedItems(later), tx));
  take(await readItems(targetsOf(items), tx));
  if (later.some(({ type }) => type === 'TreeItemPurged')) take(await readBranches(namedBranches(later), tx));
  return { audits: new Map(auditRows.map((row) => [row.id, row])), items };
}

function namedItems(changes: readonly AuditChange[]): readonly Wanted[] {
  const places = new Map<string, Wanted>();
  const made = new Set<string>();
  for (const change of changes) {
    const { audit, known } = change;
    for (const item of itemsNamedBy(change)) places.set(placeOf(audit, item), { audit, item });
    if (known?.type === 'TreeItemCreated') made.add(placeOf(audit, known.data.id));
  }
  return [...places].filter(([place]) => !made.has(place)).map(([, wanted]) => wanted);
}

/** Targets of the references among these rows, which are labelled with the target's name. */
function targetsOf(items: ReadonlyMap<string, TreeItemRowState>): readonly Wanted[] {
  const wanted: Wanted[] = [];
  for (const { auditId, targetAudit, targetItem } of items.values()) {
    if (targetItem === null || targetAudit !== null || items.has(placeOf(auditId, targetItem))) continue;
    wanted.push({ audit: auditId, item: targetItem });
  }
  return wanted;
}

/**
 * Branches to read for a batch that purges; includes branches moved in it, since they may have been moved
 * under a purged item.
 */
function namedBranches(changes: readonly AuditChange[]): readonly Wanted[] {
  return changes.flatMap((change) => {
    const item = branchNamedBy(change);
    return item === null ? [] : [{ audit: change.audit, item }];
  });
}

async function readAudits(
  ids: readonly string[],
  tx: ProjectionTransaction,
): Promise<readonly AuditRowState[]> {
  if (ids.length === 0) return [];
  return tx.query<AuditRowState>(
    `select account_id as "accountId", id, version, name, code, year, record_type as "recordType", status,
            frequency, kind, start_date::text as "startDate", end_date::text as "endDate",
            closed_on::text as "closedOn", last_closed_on::text as "lastClosedOn", removal, conclusion,
            budgeted_minutes as "budgetedMinutes", budgeted_cost as "budgetedCost",
            charged_minutes as "chargedMinutes", leader, units, created_by as "createdBy",
            to_json(created_at)#>>'{}' as "createdAt", operation, operation_kind as "operationKind",
            operation_since as "operationSince", discarded, source_key as "sourceKey",
            source_title as "sourceTitle"
       from ${tx.schema}.audit where id = any ($1::uuid[])`,
    [ids],
  );
}

const ITEM_COLUMNS = `
  t.account_id as "accountId", t.audit_id as "auditId", t.id, t.parent_id as "parentId", t.position, t.type,
  t.code, t.name, t.status, t.assignee, t.treatment, t.derived, t.start_date::text as "startDate",
  t.end_date::text as "endDate", t.target_audit as "targetAudit", t.target_item as "targetItem",
  t.copied_audit as "copiedAudit", t.copied_item as "copiedItem",
  t.ref_parent as "refParent", t.origin, t.risk, t.item_values as "values", t.stretches, t.signatures,
  t.created_by as "createdBy", to_json(t.created_at)#>>'{}' as "createdAt",
  t.created_version as "createdVersion", t.version, t.changed_by as "changedBy",
  to_json(t.changed_at)#>>'{}' as "changedAt", t.deleted_version as "deletedVersion",
  t.deleted_by as "deletedBy", to_json(t.deleted_at)#>>'{}' as "deletedAt", t.live`;

async function readItems(
  wanted: readonly Wanted[],
  tx: ProjectionTransaction,
): Promise<readonly TreeItemRowState[]> {
  if (wanted.length === 0) return [];
  return tx.query<TreeItemRowState>(
    `select ${ITEM_COLUMNS}
       from unnest($1::uuid[], $2::text[]) wanted(audit_id, item_id)
       join ${tx.schema}.audit a on a.id = wanted.audit_id
       join ${tx.schema}.tree_item t on t.account_id = a.account_id and t.audit_id = a.id and t.id = wanted.item_id`,
    [wanted.map(({ audit }) => audit), wanted.map(({ item }) => item)],
  );
}

/** Items with their subtrees. */
async function readBranches(
  wanted: readonly Wanted[],
  tx: ProjectionTransaction,
): Promise<readonly TreeItemRowState[]> {
  if (wanted.length === 0) return [];
  return tx.query<TreeItemRowState>(
    `with recursive branch as (
       select t.account_id, t.audit_id, t.id
         from unnest($1::uuid[], $2::text[]) wanted(audit_id, item_id)
         join ${tx.schema}.audit a on a.id = wanted.audit_id
         join ${tx.schema}.tree_item t
           on t.account_id = a.account_id and t.audit_id = a.id and t.id = wanted.item_id
       union
       select t.account_id, t.audit_id, t.id
         from branch b join ${tx.schema}.tree_item t
           on t.account_id = b.account_id and t.audit_id = b.audit_id and t.parent_id = b.id
     )
     select ${ITEM_COLUMNS} from branch join ${tx.schema}.tree_item t using (account_id, audit_id, id)`,
    [wanted.map(({ audit }) => audit), wanted.map(({ item }) => item)],
  );
}
