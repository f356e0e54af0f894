import type { FindingTreatment, ItemId, ItemStatus } from '@cotejo/audits-contracts';
import {
  allowedChildren,
  ancestors,
  isAncestor,
  raisedFor,
  type AuditView,
  type TreeNode,
} from '@cotejo/audits-domain';
import type { TreeRow } from '../session/rows/tree-rows.ts';

/** 0 unspecified, 1 low, 3 medium, 5 high; null = not set. */
export type FindingImpact = 0 | 1 | 3 | 5 | null;

/** A finding as a row of the findings panel. */
export interface ListedFinding {
  readonly id: ItemId;
  readonly code: string | null;
  readonly name: string;
  readonly status: ItemStatus | null;
  readonly impact: FindingImpact;
  readonly treatment: FindingTreatment | null;
  readonly assignee: string | null;
  /** Worksheet for which the finding was raised. */
  readonly from: TreeNode | undefined;
  readonly node: TreeNode;
}

const impactOf = ({ values }: TreeNode): FindingImpact => {
  const said = values?.['impact'];
  return said === 0 || said === 1 || said === 3 || said === 5 ? said : null;
};

const listed = (view: AuditView, node: TreeNode): ListedFinding => {
  const worksheet = raisedFor(view, node.id);
  return {
    id: node.id,
    code: node.code,
    name: node.name,
    status: node.status,
    impact: impactOf(node),
    treatment: node.treatment === 'action_plan' || node.treatment === 'none' ? node.treatment : null,
    assignee: node.assignee,
    from: worksheet === null ? undefined : view.get(worksheet),
    node,
  };
};

/** Findings of the given rows in tree order; skips branches whose finding count is 0. */
export function findingsIn(view: AuditView, rows: readonly TreeRow[]): ListedFinding[] {
  const found: ListedFinding[] = [];
  const visit = (list: readonly TreeRow[]): void => {
    for (const row of list) {
      if (row.findings === 0) continue;
      if (row.node.type === 'finding') found.push(listed(view, row.node));
      if (row.children) visit(row.children);
    }
  };
  visit(rows);
  return found;
}

/** Findings that were raised for the item or lie under it; null = all of the audit. */
export const findingsOf = (
  view: AuditView,
  findings: readonly ListedFinding[],
  item: ItemId | null,
): readonly ListedFinding[] =>
  item === null
    ? findings
    : findings.filter(({ id, from }) => from?.id === item || id === item || isAncestor(view, item, id));

/**
 * Parent of a finding raised at an item: the item or its nearest ancestor that may hold findings; undefined if none.
 */
export function placeOfFinding(
  view: AuditView,
  at: ItemId | null,
): { readonly parent: ItemId; readonly refParent?: ItemId } | undefined {
  const node = at === null ? undefined : view.get(at);
  if (!node) return undefined;
  const above = [node, ...ancestors(view, node.id)];
  const parent = above.find(({ type }) => allowedChildren(view.recordType, type).includes('finding'));
  return parent && { parent: parent.id };
}
