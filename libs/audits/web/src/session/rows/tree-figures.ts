import type { ItemId } from '@cotejo/audits-contracts';
import {
  refreshRiskFigures,
  riskFiguresByItem,
  type AuditView,
  type FiguresByItem,
  type ItemFigures,
  type TreeNode,
} from '@cotejo/audits-domain';

const NONE: ReadonlySet<ItemId | null> = new Set();

/** An item before and after a change, as far as figures are concerned. */
export interface FactsOf {
  readonly id: ItemId;
  readonly before: TreeNode | undefined;
  readonly after: TreeNode | undefined;
}

/**
 * Figures of risks and controls. Computed once for the whole tree; later changes recompute only the affected
 * items, so the cost does not grow with the tree.
 */
export class TreeFigures {
  private known: FiguresByItem | null = null;

  constructor(private readonly view: AuditView) {}

  /** Invalidates everything; the next read recomputes all figures. */
  forget(): void {
    this.known = null;
  }

  /** Applies changes; returns the items whose figures were recomputed. */
  refresh(changes: Iterable<FactsOf>): ReadonlySet<ItemId | null> {
    if (this.known === null) return NONE;
    const changed = new Set<ItemId>();
    for (const { id, before, after } of changes) {
      if (countsTheSame(before, after)) continue;
      changed.add(id);
      const left = before?.place[0];
      if (left) changed.add(left);
    }
    return changed.size === 0 ? NONE : refreshRiskFigures(this.known, this.view, changed);
  }

  /** Figures of an item (null = the audit); null when it has none. */
  of(id: ItemId | null): ItemFigures | null {
    this.known ??= riskFiguresByItem(this.view);
    return this.known.get(id) ?? null;
  }

  get all(): FiguresByItem {
    this.known ??= riskFiguresByItem(this.view);
    return this.known;
  }
}

/** Whether a change leaves figures unaffected: names, assignees, dates and texts do not count. */
function countsTheSame(before: TreeNode | undefined, after: TreeNode | undefined): boolean {
  if (!before || !after) return before === after;
  return (
    before.values === after.values &&
    before.status === after.status &&
    before.deleted === after.deleted &&
    before.type === after.type &&
    before.place[0] === after.place[0] &&
    before.place[1] === after.place[1]
  );
}

/** Whether two figures are equal; rows with equal figures keep the old object and are not rendered again. */
export const sameFigures = (before: ItemFigures | null, now: ItemFigures | null): boolean =>
  before === now || (before !== null && now !== null && JSON.stringify(before) === JSON.stringify(now));
