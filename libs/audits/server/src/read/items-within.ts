import type { ItemId } from '@cotejo/audits-contracts';
import { displayOrder, type AuditView, type TreeNode } from '@cotejo/audits-domain';

/** First and last day, YYYY-MM-DD; an end that is not given is open. */
export interface Interval {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Items whose days meet an interval, with all that they stand in; those without days do not meet any. */
export function itemsWithin(view: AuditView, interval: Interval): ReadonlySet<ItemId> {
  const kept = new Set<ItemId>();
  const keep = (parent: ItemId | null): boolean => {
    let isAny = false;
    // By what people see: what is hidden holds nobody in the answer.
    for (const id of displayOrder(view, parent)) {
      const node = view.get(id);
      const isBelow = keep(id);
      if (!node || !(isBelow || meets(node, interval))) continue;
      kept.add(id);
      isAny = true;
    }
    return isAny;
  };
  keep(null);
  return kept;
}

function meets({ dates }: TreeNode, { from, to }: Interval): boolean {
  if (!dates) return false;
  const [start, end] = dates;
  return (
    (to === undefined || start === null || start <= to) && (from === undefined || end === null || end >= from)
  );
}
