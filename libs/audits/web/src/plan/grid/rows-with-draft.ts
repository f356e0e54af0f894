import type { ItemId } from '@cotejo/audits-contracts';
import type { TreeNode } from '@cotejo/audits-domain';
import type { Draft } from '../plan-context.ts';
import type { ShownRow } from '../toolbar/plan-filter.ts';

/** Row id of the draft; never the id of an item. */
export const DRAFT_ID = 'draft' as ItemId;

function draftRow(draft: Draft, like: TreeNode | undefined): ShownRow {
  const node: TreeNode = {
    id: DRAFT_ID,
    type: draft.type,
    name: '',
    code: null,
    status: null,
    assignee: null,
    place: [draft.parent, ''],
    createdBy: like?.createdBy ?? ('' as TreeNode['createdBy']),
    version: -1,
    changedBy: '',
    fields: {},
    treatment: null,
    derived: false,
    completedBy: null,
    deleted: null,
  };
  return {
    id: DRAFT_ID,
    name: '',
    node,
    shown: node,
    title: { prefix: null, code: null, name: '', isEvaluation: false },
    children: null,
    pending: false,
    progress: null,
    size: 1,
    findings: 0,
    counted: 0,
    earned: 0,
    figures: null,
  };
}

function withRow(rows: readonly ShownRow[], row: ShownRow, after: ItemId | null | undefined): ShownRow[] {
  if (after === null) return [row, ...rows];
  const at = after === undefined ? -1 : rows.findIndex(({ id }) => id === after);
  const next = [...rows];
  next.splice(at < 0 ? next.length : at + 1, 0, row);
  return next;
}

/** Inserts the draft at its future position; copies only its ancestors. */
export function withDraft(rows: readonly ShownRow[], draft: Draft | null): readonly ShownRow[] {
  if (!draft) return rows;
  const row = draftRow(draft, rows[0]?.node);
  if (draft.parent === null) return withRow(rows, row, draft.after);
  const insert = (list: readonly ShownRow[]): readonly ShownRow[] => {
    let changed = false;
    const next = list.map((each) => {
      if (each.id === draft.parent) {
        changed = true;
        return { ...each, children: withRow(each.children ?? [], row, draft.after) };
      }
      if (!each.children?.length) return each;
      const children = insert(each.children);
      if (children === each.children) return each;
      changed = true;
      return { ...each, children };
    });
    return changed ? next : list;
  };
  return insert(rows);
}
