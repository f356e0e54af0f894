import type { RecordedEvent } from '@cotejo/event-store';
import type { ProjectionTransaction, Projector } from '@cotejo/projections';
import type { AuditRowState, TreeItemRowState } from './audit-rows.ts';
import { AUDIT_TABLE, CHANGE_TABLE, MEMBER_TABLE, TREE_ITEM_TABLE } from './audit-tables.ts';
import { bulkWrite } from './bulk-upsert.ts';
import {
  foldAuditRows,
  itemsNamedBy,
  parseAuditEvent,
  placeOf,
  type AuditChange,
  type RowsBefore,
} from './fold-audit-rows.ts';
import { noteOwnPlans, OWN_PLANS_FEED } from './note-own-plans.ts';
import { renewCursors } from './renew-cursors.ts';
import { reviveSubtrees } from './revive-subtrees.ts';

export const AUDITS_PROJECTOR = 'audits';

/** A few statements a batch, however large. */
export const auditsProjector: Projector = {
  name: AUDITS_PROJECTOR,
  version: 1,
  tables: [
    ...[AUDIT_TABLE, MEMBER_TABLE, TREE_ITEM_TABLE, CHANGE_TABLE].map(({ table }) => table),
    OWN_PLANS_FEED,
  ],
  filter: { streamPrefixes: ['audit-'] },
  async apply(events: readonly RecordedEvent[], tx: ProjectionTransaction): Promise<void> {
    const changes = events.map(parseAuditEvent);
    const before = await readBefore(changes, tx);
    const after = foldAuditRows(changes, before);
    await bulkWrite(tx, AUDIT_TABLE, after.audits);
    await bulkWrite(tx, MEMBER_TABLE, after.members);
    await bulkWrite(tx, TREE_ITEM_TABLE, after.items);
    await bulkWrite(tx, CHANGE_TABLE, after.changes);
    const revived = await reviveSubtrees(tx, after.uprooted);
    await noteOwnPlans(tx, before, after, revived);
  },
  succeed: renewCursors,
};

async function readBefore(changes: readonly AuditChange[], tx: ProjectionTransaction): Promise<RowsBefore> {
  const begun = new Set(changes.filter(({ type }) => type === 'AuditCreated').map(({ audit }) => audit));
  const audits = new Set(changes.map(({ audit }) => audit).filter((id) => !begun.has(id)));
  const places = new Map<string, { readonly audit: string; readonly item: string }>();
  const made = new Set<string>();
  for (const change of changes) {
    if (begun.has(change.audit)) continue;
    for (const item of itemsNamedBy(change)) {
      places.set(placeOf(change.audit, item), { audit: change.audit, item });
    }
    if (change.known?.type === 'TreeItemCreated') made.add(placeOf(change.audit, change.known.data.id));
  }
  const wanted = [...places].filter(([place]) => !made.has(place)).map(([, which]) => which);
  const [auditRows, itemRows] = [await readAudits([...audits], tx), await readItems(wanted, tx)];
  return {
    audits: new Map(auditRows.map((row) => [row.id, row])),
    items: new Map(itemRows.map((row) => [placeOf(row.auditId, row.id), row])),
  };
}

async function readAudits(
  ids: readonly string[],
  tx: ProjectionTransaction,
): Promise<readonly AuditRowState[]> {
  if (ids.length === 0) return [];
  return tx.query<AuditRowState>(
    `select account_id as "accountId", id, version, name, code, year, record_type as "recordType", status,
            frequency, kind, start_date::text as "startDate", end_date::text as "endDate",
            closed_on::text as "closedOn", budgeted_minutes as "budgetedMinutes",
            charged_minutes as "chargedMinutes", leader, created_by as "createdBy",
            to_json(created_at)#>>'{}' as "createdAt", operation, operation_kind as "operationKind", discarded,
            source_key as "sourceKey", source_title as "sourceTitle"
       from ${tx.schema}.audit where id = any ($1::uuid[])`,
    [ids],
  );
}

async function readItems(
  places: readonly { readonly audit: string; readonly item: string }[],
  tx: ProjectionTransaction,
): Promise<readonly TreeItemRowState[]> {
  if (places.length === 0) return [];
  return tx.query<TreeItemRowState>(
    `select t.account_id as "accountId", t.audit_id as "auditId", t.id, t.parent_id as "parentId", t.position,
            t.type, t.code, t.name, t.status, t.assignee, t.treatment, t.derived, t.created_by as "createdBy",
            to_json(t.created_at)#>>'{}' as "createdAt", t.version, t.changed_by as "changedBy",
            to_json(t.changed_at)#>>'{}' as "changedAt", t.deleted_version as "deletedVersion",
            t.deleted_by as "deletedBy", to_json(t.deleted_at)#>>'{}' as "deletedAt", t.live
       from unnest($1::uuid[], $2::text[]) wanted(audit_id, item_id)
       join ${tx.schema}.audit a on a.id = wanted.audit_id
       join ${tx.schema}.tree_item t on t.account_id = a.account_id and t.audit_id = a.id and t.id = wanted.item_id`,
    [places.map(({ audit }) => audit), places.map(({ item }) => item)],
  );
}
