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

/** What an item counted for the figures, before and after a change. */
export interface FactsOf {
  readonly id: ItemId;
  readonly before: TreeNode | undefined;
  readonly after: TreeNode | undefined;
}

/**
 * Risks and controls in figures as the tree stands. Worked out once; then only what a change counts for is worked
 * out anew, so that ten thousand items cost no more than ten.
 */
export class TreeFigures {
  private known: FiguresByItem | null = null;

  constructor(private readonly view: AuditView) {}

  /** Everything may be another: the next question works all of it out. */
  forget(): void {
    this.known = null;
  }

  /** Takes changes in; answers the items whose figures were worked out anew. */
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

  /** Figures of an item (null = the audit); null for one that has none. */
  of(id: ItemId | null): ItemFigures | null {
    this.known ??= riskFiguresByItem(this.view);
    return this.known.get(id) ?? null;
  }

  get all(): FiguresByItem {
    this.known ??= riskFiguresByItem(this.view);
    return this.known;
  }
}

/** Names, people, days and texts count for no figure. */
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

/** The figures as they were where they say the same: what shows them is not drawn again. */
export const sameFigures = (before: ItemFigures | null, now: ItemFigures | null): boolean =>
  before === now || (before !== null && now !== null && JSON.stringify(before) === JSON.stringify(now));
