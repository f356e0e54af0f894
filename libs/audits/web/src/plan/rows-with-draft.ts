import type { ItemId } from '@cotejo/audits-contracts';
import type { TreeNode } from '@cotejo/audits-domain';
import type { TreeRow } from '../session/tree-rows.ts';
import type { Draft } from './plan-context.ts';

/** Id of the row that is being named; no item has it. */
export const DRAFT_ID = 'draft' as ItemId;

function draftRow(draft: Draft, like: TreeNode | undefined): TreeRow {
  const blank = {
    type: draft.type,
    name: '',
    code: null,
    status: null,
    assignee: null,
    place: [draft.parent, ''],
    version: -1,
    changedBy: '',
    fields: {},
    treatment: null,
    derived: false,
    completedBy: null,
    deleted: null,
  } as const;
  const createdBy = like?.createdBy ?? ('' as TreeNode['createdBy']);
  return {
    id: DRAFT_ID,
    name: '',
    children: null,
    pending: false,
    node: { ...blank, id: DRAFT_ID, createdBy },
  };
}

/** The rows with the one that is being named at the end of its parent; only what is above it is copied. */
export function withDraft(rows: readonly TreeRow[], draft: Draft | null): readonly TreeRow[] {
  if (!draft) return rows;
  const row = draftRow(draft, rows[0]?.node);
  if (draft.parent === null) return [...rows, row];
  const insert = (list: readonly TreeRow[]): readonly TreeRow[] => {
    let changed = false;
    const next = list.map((each) => {
      if (each.id === draft.parent) {
        changed = true;
        return { ...each, children: [...(each.children ?? []), row] };
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
