import {
  isAudit,
  isGroup,
  type ItemId,
  type ItemStatus,
  type ItemType,
  type RecordType,
} from '@cotejo/audits-contracts';
import {
  allowedChildren,
  displayName,
  displayOrder,
  isAncestor,
  isLeftOut,
  progressOfCounts,
  resolved,
  type AuditView,
  type FiguresByItem,
  type ItemFigures,
  type TreeNode,
} from '@cotejo/audits-domain';
import { sameFigures, TreeFigures, type FactsOf } from './tree-figures.ts';

/** Title of a row: code, name and, where the display name requires it, the parent's name as a prefix. */
export type RowTitle = ReturnType<typeof displayName>;

/** Code that a row shows: that of its title, else the item's own; groups show none. */
export const shownCode = ({ node, shown, title }: Pick<TreeRow, 'node' | 'shown' | 'title'>): string | null =>
  title.code ?? (isGroup(node.type) ? null : shown.code);

/** A living item, as a row of the tree. */
export interface TreeRow {
  readonly id: ItemId;
  /** Used by the tree's type-ahead. */
  readonly name: string;
  /** The item itself. */
  readonly node: TreeNode;
  /** The displayed item: a reference's target, else the item itself. */
  readonly shown: TreeNode;
  readonly title: RowTitle;
  /** Null when the type can never have children. */
  readonly children: readonly TreeRow[] | null;
  /** Contains changes that the server has not confirmed. */
  readonly pending: boolean;
  /** Progress of the branch in percent; null when no item counts. */
  readonly progress: number | null;
  /** Rows of the branch, this one included. */
  readonly size: number;
  /** Findings in the branch, this item included. */
  readonly findings: number;
  /** Items of the branch that count for progress, and the sum of their percents. */
  readonly counted: number;
  readonly earned: number;
  /** Rating of a risk or group, or design and strength of a control; null for other types. */
  readonly figures: ItemFigures | null;
}

type Parent = ItemId | null;
const NO_ROWS: readonly TreeRow[] = [];

const CYCLE_AFTER = 100_000;

/**
 * Incrementally maintained rows of the tree: a row whose item, title, children and state are unchanged keeps
 * its identity, so components that show it do not render again. The cost of a change depends on the siblings
 * of the item and of its ancestors, not on the size of the tree.
 */
export class TreeRows {
  /** Rows by parent, for parents that have any. */
  private lists = new Map<Parent, readonly TreeRow[]>();
  private readonly byId = new Map<ItemId, TreeRow>();
  /** Findings with a related worksheet, shown only below it. */
  private readonly bound = new Set<ItemId>();
  private readonly touched = new Set<ItemId>();
  private readonly stale = new Set<Parent>();
  /** Cached facts per item type, read for every row. */
  private readonly types = new Map<ItemType, TypeFacts>();
  private pending: ReadonlySet<ItemId> = new Set();
  private everything = true;
  private readonly figures: TreeFigures;

  constructor(private readonly view: AuditView) {
    this.figures = new TreeFigures(view);
  }

  /** Marks items that may have changed since the last `read`. */
  touch(ids: Iterable<ItemId>): void {
    if (this.everything) return;
    for (const id of ids) this.touched.add(id);
  }

  /** Marks everything as changed, after the base was replaced. */
  touchAll(): void {
    this.everything = true;
  }

  /** Rows of the top level. `pending` contains the items changed by unconfirmed intents. */
  read(pending: ReadonlySet<ItemId>): readonly TreeRow[] {
    this.pending = pending;
    if (this.everything) this.forget();
    else {
      // Figures of a control also appear in the rows of its references.
      for (const id of this.figures.refresh(this.changes()))
        if (id !== null) this.markAbove(id, this.view.get(id));
      for (const id of this.touched) this.mark(id);
    }
    this.touched.clear();
    this.everything = false;
    const rows = this.rowsUnder(null);
    this.stale.clear();
    return rows;
  }

  /** A row of the last `read`; undefined for items not shown. */
  rowOf(id: ItemId): TreeRow | undefined {
    return this.byId.get(id);
  }

  /** Number of rows of the last `read`, over all levels. */
  get size(): number {
    return sumOf(this.lists.get(null) ?? NO_ROWS).size;
  }

  /** Figures of every risk, control and group, and of the audit (null), as of the last `read`. */
  get allFigures(): FiguresByItem {
    return this.figures.all;
  }

  /** Progress of the whole audit in percent, as of the last `read`. */
  get progress(): number | null {
    return percentOf(sumOf(this.lists.get(null) ?? NO_ROWS));
  }

  private forget(): void {
    this.lists = new Map();
    this.byId.clear();
    this.bound.clear();
    this.types.clear();
    this.figures.forget();
  }

  private *changes(): Generator<FactsOf> {
    for (const id of this.touched) yield { id, before: this.byId.get(id)?.node, after: this.view.get(id) };
  }

  private mark(id: ItemId): void {
    const { view } = this;
    const node = view.get(id);
    const before = this.byId.get(id)?.node;
    this.markAbove(id, node);
    for (const reference of view.referencesTo(id)) this.markAbove(reference, view.get(reference));
    // Titles of steps contain their parent's name.
    if (before && node && before.name !== node.name) this.stale.add(id);
    if (node?.refParent) this.bound.add(id);
    // A move can take related findings below their worksheet or away from it, which changes their visibility.
    if (this.bound.size > 0 && before?.place[0] !== node?.place[0]) {
      for (const finding of this.bound) {
        if (isAncestor(view, id, finding)) this.markAbove(finding, view.get(finding));
      }
    }
  }

  /** Marks as stale the ancestors of an item's present place and of the place where it was last shown. */
  private markAbove(id: ItemId, node: TreeNode | undefined): void {
    this.markPath(this.shownUnder(id), (at) => this.shownUnder(at));
    this.markPath(node?.place[0], (at) => this.view.get(at)?.place[0]);
  }

  private markPath(from: Parent | undefined, above: (id: ItemId) => Parent | undefined): void {
    let at = from;
    for (let steps = 0; at !== undefined; steps++) {
      if (steps > CYCLE_AFTER) throw new Error('cycle above a tree row');
      this.stale.add(at);
      if (at === null) return;
      at = above(at);
    }
  }

  /** Parent under which an item is shown; undefined when it is hidden. */
  private shownUnder(id: ItemId): Parent | undefined {
    return this.byId.get(id)?.node.place[0];
  }

  private rowsUnder(parent: Parent): readonly TreeRow[] {
    const before = this.lists.get(parent) ?? NO_ROWS;
    if (before !== NO_ROWS && !this.stale.has(parent)) return before;
    const all = this.view.childrenOf(parent);
    if (all.length === 0 && before === NO_ROWS) return NO_ROWS;
    const order = displayOrder(this.view, parent);
    if (order.length !== all.length) this.noteBound(all);
    const rows: TreeRow[] = [];
    for (const id of order) {
      const node = this.view.get(id);
      if (node) rows.push(this.rowFor(id, node));
    }
    if (before.length === rows.length && before.every((row, index) => row === rows[index])) return before;
    if (rows.length > 0) this.lists.set(parent, rows);
    else this.lists.delete(parent);
    if (before !== NO_ROWS) {
      const now = new Set(order);
      for (const row of before) if (!now.has(row.id)) this.drop(row.id, parent);
    }
    return rows.length > 0 ? rows : NO_ROWS;
  }

  private rowFor(id: ItemId, node: TreeNode): TreeRow {
    const { view } = this;
    const old = this.byId.get(id);
    const under = this.rowsUnder(id);
    const facts = this.factsOf(node.type);
    const children = under !== NO_ROWS || facts.mayHold ? under : null;
    const shown = resolved(view, node);
    const title = displayName(view, node);
    if (node.refParent) this.bound.add(id);
    const pending = this.pending.has(id) || (shown !== node && this.pending.has(shown.id));
    const hasSameTitle = old !== undefined && isSameTitle(old.title, title);
    const anew = this.figures.of(id);
    const figures = old && sameFigures(old.figures, anew) ? old.figures : anew;
    if (
      hasSameTitle &&
      old.figures === figures &&
      old.node === node &&
      old.shown === shown &&
      old.children === children &&
      old.pending === pending
    )
      return old;
    const sum = sumOf(under);
    const percent = isLeftOut(view, node) ? null : facts.percentOf(node.status);
    if (percent !== null) {
      sum.counted += 1;
      sum.earned += percent;
    }
    const row: TreeRow = {
      id,
      name: title.name,
      node,
      shown,
      title: hasSameTitle ? old.title : title,
      children,
      pending,
      progress: percentOf(sum),
      size: sum.size + 1,
      findings: sum.findings + (node.type === 'finding' ? 1 : 0),
      counted: sum.counted,
      earned: sum.earned,
      figures,
    };
    this.byId.set(id, row);
    return row;
  }

  /** Includes hidden findings: moving an ancestor may make them visible. */
  private noteBound(ids: readonly ItemId[]): void {
    for (const id of ids) if (this.view.get(id)?.refParent) this.bound.add(id);
  }

  private factsOf(type: ItemType): TypeFacts {
    let facts = this.types.get(type);
    if (!facts) this.types.set(type, (facts = typeFacts(this.view.recordType, type)));
    return facts;
  }

  /** Removes a branch that left its parent, unless its new parent has already taken it over. */
  private drop(id: ItemId, parent: Parent): void {
    if (this.shownUnder(id) !== parent) return;
    this.byId.delete(id);
    const children = this.lists.get(id) ?? NO_ROWS;
    this.lists.delete(id);
    for (const child of children) this.drop(child.id, id);
  }
}

const isSameTitle = (a: RowTitle, b: RowTitle): boolean =>
  a.name === b.name && a.code === b.code && a.prefix === b.prefix && a.isEvaluation === b.isEvaluation;

type Sum = { -readonly [K in 'size' | 'findings' | 'counted' | 'earned']: TreeRow[K] };

function sumOf(rows: readonly TreeRow[]): Sum {
  const sum: Sum = { size: 0, findings: 0, counted: 0, earned: 0 };
  for (const row of rows) {
    sum.size += row.size;
    sum.findings += row.findings;
    sum.counted += row.counted;
    sum.earned += row.earned;
  }
  return sum;
}

/** Rounded to one decimal, like the domain. */
const percentOf = ({ earned, counted }: Pick<Sum, 'earned' | 'counted'>): number | null =>
  counted === 0 ? null : Math.round((earned * 10) / counted) / 10;

interface TypeFacts {
  /** Whether the type can ever have children, including those that only treatments derive. */
  readonly mayHold: boolean;
  /** Percent of a status; null when the type does not count for progress. */
  percentOf(status: ItemStatus | null): number | null;
}

function typeFacts(recordType: RecordType, type: ItemType): TypeFacts {
  const percents = new Map<ItemStatus | null, number | null>();
  return {
    mayHold: type === 'finding' || type === 'action_plan' || allowedChildren(recordType, type).length > 0,
    percentOf(status) {
      let percent = percents.get(status);
      if (percent === undefined) {
        // Items of risk evaluations and libraries have no progress.
        percent = isAudit(recordType) ? progressOfCounts([{ type, status, count: 1 }], recordType) : null;
        percents.set(status, percent);
      }
      return percent;
    },
  };
}
