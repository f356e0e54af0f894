import type { ItemId } from '@cotejo/audits-contracts';
import { displayOrder, type AuditView, type TreeNode } from '@cotejo/audits-domain';

/** First and last day, YYYY-MM-DD; an undefined end is open. */
export interface Interval {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Items whose dates overlap an interval, with their ancestors; items without dates do not overlap. */
export function itemsWithin(view: AuditView, interval: Interval): ReadonlySet<ItemId> {
  const kept = new Set<ItemId>();
  const keep = (parent: ItemId | null): boolean => {
    let isAny = false;
    // Uses the display order, so that hidden items do not keep their ancestors in the result.
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
