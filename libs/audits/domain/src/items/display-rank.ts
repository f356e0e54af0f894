import type { ItemId } from '@cotejo/audits-contracts';
import type { AuditView } from '../model/model.ts';
import { displayOrder } from '../model/tree.ts';

/** Finds the first of several items in display order. Caches the order of sibling lists. */
export class DisplayRank {
  private readonly ranks = new Map<ItemId | null, ReadonlyMap<ItemId, number>>();

  constructor(private readonly view: AuditView) {}

  /** @throws for an empty list */
  firstOf(ids: readonly ItemId[]): ItemId {
    const [first, ...others] = ids;
    if (first === undefined) throw new Error('the first of no items');
    if (others.length === 0) return first;
    const paths = ids.map((id) => ({ id, path: this.pathTo(id) }));
    return paths.reduce((a, b) => (comesBefore(b.path, a.path) ? b : a)).id;
  }

  /** Ranks among siblings, from the top level down to the item. */
  private pathTo(id: ItemId): readonly number[] {
    const path: number[] = [];
    for (let at: ItemId | null = id; at !== null;) {
      const parent: ItemId | null = this.view.get(at)?.place[0] ?? null;
      path.unshift(this.ranksUnder(parent).get(at) ?? Number.MAX_SAFE_INTEGER);
      at = parent;
    }
    return path;
  }

  private ranksUnder(parent: ItemId | null): ReadonlyMap<ItemId, number> {
    const known = this.ranks.get(parent);
    if (known) return known;
    const ranks = new Map(displayOrder(this.view, parent).map((id, index) => [id, index]));
    this.ranks.set(parent, ranks);
    return ranks;
  }
}

/** Whether the first path precedes the second in display order; a parent precedes its children. */
function comesBefore(a: readonly number[], b: readonly number[]): boolean {
  for (const [level, rank] of a.entries()) {
    const other = b[level];
    if (other === undefined || rank > other) return false;
    if (rank < other) return true;
  }
  return a.length < b.length;
}
