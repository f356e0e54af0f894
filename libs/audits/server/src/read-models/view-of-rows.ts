import type { RecordType, TreeRecord } from '@cotejo/audits-contracts';
import { AuditMirror } from '@cotejo/audits-domain';
import type { TreeRow } from './read-tree.ts';

/** Rows as the rules read a tree: names, order and what is left out are theirs to say. */
export function viewOfRows(rows: readonly TreeRow[], recordType: RecordType): AuditMirror {
  const view = new AuditMirror();
  view.recordType = recordType;
  for (const row of rows) view.applyRecord(row.id, recordOf(row));
  return view;
}

function recordOf(row: TreeRow): TreeRecord {
  const { startDate, endDate, targetAudit, targetItem, refParent, origin, risk, deletedAt } = row;
  return {
    type: row.type,
    name: row.name,
    code: row.code,
    status: row.status,
    assignee: row.assignee,
    place: [row.parentId, row.position],
    createdBy: row.createdBy,
    version: row.version,
    changedBy: row.changedBy,
    fields: { created: row.createdVersion },
    treatment: row.treatment,
    derived: row.derived,
    completedBy: row.completedBy,
    deleted: row.deletedVersion,
    ...(deletedAt !== null && { deletedAt }),
    ...((startDate !== null || endDate !== null) && { dates: [startDate, endDate] as const }),
    ...(targetItem !== null && { target: { audit: targetAudit, item: targetItem } }),
    ...(refParent !== null && { refParent }),
    ...(origin !== null && { origin }),
    ...(risk !== null && { risk }),
  };
}
