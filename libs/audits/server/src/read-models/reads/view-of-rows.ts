import type { UserId } from '@cotejo/access-contracts';
import type { RecordType, Stretch, TreeRecord } from '@cotejo/audits-contracts';
import { AuditMirror, type TreeNode } from '@cotejo/audits-domain';
import type { FigureRow, TreeRow } from './read-tree.ts';

/** View of rows for the domain rules, which derive names, order and hidden items. */
export function viewOfRows(rows: readonly TreeRow[], recordType: RecordType): AuditMirror {
  const view = new AuditMirror();
  view.recordType = recordType;
  for (const row of rows) view.applyRecord(row.id, recordOf(row));
  return view;
}

const NOBODY = '' as UserId;
const NO_FIELDS = { created: 0 };

/** View of rows reduced to the fields that figures need. */
export function viewOfFigures(
  rows: readonly FigureRow[],
  recordType: RecordType,
  stretches: readonly Stretch[],
): AuditMirror {
  const view = new AuditMirror();
  view.recordType = recordType;
  view.applyStretches(stretches);
  for (const row of rows) putFigures(view, row);
  return view;
}

/** Adds or replaces the node of a row in such a view. */
export function putFigures(view: AuditMirror, row: FigureRow): void {
  const node: TreeNode = {
    id: row.id,
    type: row.type,
    name: row.name,
    code: row.code,
    status: row.status,
    assignee: null,
    place: [row.parentId, row.position],
    createdBy: NOBODY,
    version: 0,
    changedBy: NOBODY,
    fields: NO_FIELDS,
    treatment: null,
    derived: false,
    completedBy: null,
    deleted: null,
  };
  const { targetAudit, targetItem, refParent, values, stretches } = row;
  const hasMore = targetItem !== null || refParent !== null || values !== null || stretches !== null;
  view.put(
    hasMore
      ? {
          ...node,
          ...(targetItem !== null && { target: { audit: targetAudit, item: targetItem } }),
          ...(refParent !== null && { refParent }),
          ...(values !== null && { values }),
          ...(stretches !== null && { stretches }),
        }
      : node,
  );
}

function recordOf(row: TreeRow): TreeRecord {
  const { startDate, endDate, targetAudit, targetItem, refParent, origin, risk, deletedAt } = row;
  const { values, signatures, stretches } = row;
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
    completedBy: signatures?.find(({ mark }) => mark === 'completed')?.by ?? null,
    deleted: row.deletedVersion,
    ...(deletedAt !== null && { deletedAt }),
    ...((startDate !== null || endDate !== null) && { dates: [startDate, endDate] as const }),
    ...(targetItem !== null && { target: { audit: targetAudit, item: targetItem } }),
    ...(refParent !== null && { refParent }),
    ...(origin !== null && { origin }),
    ...(risk !== null && { risk }),
    ...(values !== null && { values }),
    ...(signatures !== null && { signatures }),
    ...(stretches !== null && { stretches }),
  };
}
