import type { ItemId } from '@cotejo/audits-contracts';
import { ancestors, type AuditView, type TreeNode } from '@cotejo/audits-domain';

/** First and last day, YYYY-MM-DD; an end that is not given is open. */
export interface Interval {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Items whose days meet an interval, with all that they stand in; those without days do not meet any. */
export function itemsWithin(
  view: AuditView,
  nodes: Iterable<TreeNode>,
  interval: Interval,
): ReadonlySet<ItemId> {
  const kept = new Set<ItemId>();
  for (const node of nodes) {
    if (node.deleted !== null || !meets(node, interval)) continue;
    kept.add(node.id);
    for (const above of ancestors(view, node.id)) kept.add(above.id);
  }
  return kept;
}

function meets({ dates }: TreeNode, { from, to }: Interval): boolean {
  if (!dates) return false;
  const [start, end] = dates;
  return (
    (to === undefined || start === null || start <= to) && (from === undefined || end === null || end >= from)
  );
}
