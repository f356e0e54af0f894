import type { ItemId } from '@cotejo/audits-contracts';
import { ancestors, displayOrder, type AuditView } from '@cotejo/audits-domain';

/** Living items of a selection without those below another selected item, in display order. */
export function topmost(view: AuditView, ids: Iterable<ItemId>): ItemId[] {
  const chosen = new Set(ids);
  const top = [...chosen].filter((id) => {
    const node = view.get(id);
    if (!node || node.deleted !== null) return false;
    for (const above of ancestors(view, id)) if (chosen.has(above.id)) return false;
    return true;
  });
  return top.length < 2 ? top : inDisplayOrder(view, top);
}

/** Sorts items by display order; reads only the sibling lists on the paths to them. */
export function inDisplayOrder(view: AuditView, ids: readonly ItemId[]): ItemId[] {
  const ranks = new Map<ItemId | null, ReadonlyMap<ItemId, number>>();
  const rankIn = (parent: ItemId | null, id: ItemId): number => {
    let rank = ranks.get(parent);
    if (!rank) {
      rank = new Map(displayOrder(view, parent).map((child, at) => [child, at]));
      ranks.set(parent, rank);
    }
    return rank.get(id) ?? Number.MAX_SAFE_INTEGER;
  };
  const pathOf = (id: ItemId): number[] => {
    const steps = [id, ...[...ancestors(view, id)].map((above) => above.id)];
    return steps.map((step) => rankIn(view.get(step)?.place[0] ?? null, step)).reverse();
  };
  const paths = new Map(ids.map((id) => [id, pathOf(id)]));
  return [...ids].sort((a, b) => comparePaths(paths.get(a) ?? [], paths.get(b) ?? []));
}

function comparePaths(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
