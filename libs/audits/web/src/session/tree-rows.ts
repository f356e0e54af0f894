import {
  isAudit,
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
  progressOfCounts,
  resolved,
  type AuditView,
  type FiguresByItem,
  type ItemFigures,
  type TreeNode,
} from '@cotejo/audits-domain';
import { sameFigures, TreeFigures, type FactsOf } from './tree-figures.ts';

/** What a row is called: code and name apart, and the parent's name before it where people know it by that. */
export type RowTitle = ReturnType<typeof displayName>;

/** A live item as the tree shows it. */
export interface TreeRow {
  readonly id: ItemId;
  /** Read by the tree's type-ahead. */
  readonly name: string;
  /** The item itself. */
  readonly node: TreeNode;
  /** What it shows: of a reference its target, else the item itself. */
  readonly shown: TreeNode;
  readonly title: RowTitle;
  /** Null where nothing can ever be under it. */
  readonly children: readonly TreeRow[] | null;
  /** Shows something that the server has not confirmed. */
  readonly pending: boolean;
  /** Percent of what counts in its branch; null when nothing does. */
  readonly progress: number | null;
  /** Rows of its branch, with itself. */
  readonly size: number;
  /** Findings in its branch, with itself. */
  readonly findings: number;
  /** What counts for progress in its branch, and the percents of those together. */
  readonly counted: number;
  readonly earned: number;
  /** Risk of a risk or a group, design and strength of a control; null for what has no figures. */
  readonly figures: ItemFigures | null;
}

type Parent = ItemId | null;
const NO_ROWS: readonly TreeRow[] = [];

const CYCLE_AFTER = 100_000;

/**
 * The tree's rows, built anew only where something changed: a row whose item, title, children and state are
 * the same keeps its identity, so nothing that shows it renders again. A change costs the rows beside it and
 * beside what is above it, not the tree.
 */
export class TreeRows {
  /** Rows under what has any. */
  private lists = new Map<Parent, readonly TreeRow[]>();
  private readonly byId = new Map<ItemId, TreeRow>();
  /** Findings that are shown only under the worksheet for which they were raised. */
  private readonly bound = new Set<ItemId>();
  private readonly touched = new Set<ItemId>();
  private readonly stale = new Set<Parent>();
  /** What items of a type are, which is asked for every row. */
  private readonly types = new Map<ItemType, TypeFacts>();
  private pending: ReadonlySet<ItemId> = new Set();
  private everything = true;
  private readonly figures: TreeFigures;

  constructor(private readonly view: AuditView) {
    this.figures = new TreeFigures(view);
  }

  /** Says which items may have changed since the rows were last read. */
  touch(ids: Iterable<ItemId>): void {
    if (this.everything) return;
    for (const id of ids) this.touched.add(id);
  }

  /** Everything may have changed: another base. */
  touchAll(): void {
    this.everything = true;
  }

  /** Top level. `pending` holds the items that unconfirmed intents change. */
  read(pending: ReadonlySet<ItemId>): readonly TreeRow[] {
    this.pending = pending;
    if (this.everything) this.forget();
    else {
      // What a control is worth shows wherever something refers to it, too.
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

  /** A row of the last `read`; undefined for what is not shown. */
  rowOf(id: ItemId): TreeRow | undefined {
    return this.byId.get(id);
  }

  /** Rows of the last `read`, all levels together. */
  get size(): number {
    return sumOf(this.lists.get(null) ?? NO_ROWS).size;
  }

  /** Figures of every risk, control and group, and of the audit (null), as of the last `read`. */
  get allFigures(): FiguresByItem {
    return this.figures.all;
  }

  /** Percent of the whole audit as of the last `read`. */
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
    // Steps bear their parent's name.
    if (before && node && before.name !== node.name) this.stale.add(id);
    if (node?.refParent) this.bound.add(id);
    // Who moves takes bound findings along, away from where they belong or back.
    if (this.bound.size > 0 && before?.place[0] !== node?.place[0]) {
      for (const finding of this.bound) {
        if (isAncestor(view, id, finding)) this.markAbove(finding, view.get(finding));
      }
    }
  }

  /** What is above an item now, and above where it is shown, is to be built anew. */
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

  /** Parent under which an item is shown; undefined when it is not. */
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
    const percent = facts.percentOf(node.status);
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

  /** Also the ones that are not shown now: a move above them may bring them back. */
  private noteBound(ids: readonly ItemId[]): void {
    for (const id of ids) if (this.view.get(id)?.refParent) this.bound.add(id);
  }

  private factsOf(type: ItemType): TypeFacts {
    let facts = this.types.get(type);
    if (!facts) this.types.set(type, (facts = typeFacts(this.view.recordType, type)));
    return facts;
  }

  /** Forgets a branch that left its parent, unless its new parent has taken it in already. */
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

/** With one decimal, as the domain rounds it. */
const percentOf = ({ earned, counted }: Pick<Sum, 'earned' | 'counted'>): number | null =>
  counted === 0 ? null : Math.round((earned * 10) / counted) / 10;

interface TypeFacts {
  /** Whether anything may ever be under it, also what only treatments derive. */
  readonly mayHold: boolean;
  /** Percent of a status; null when the type does not count. */
  percentOf(status: ItemStatus | null): number | null;
}

function typeFacts(recordType: RecordType, type: ItemType): TypeFacts {
  const percents = new Map<ItemStatus | null, number | null>();
  return {
    mayHold: type === 'finding' || type === 'action_plan' || allowedChildren(recordType, type).length > 0,
    percentOf(status) {
      let percent = percents.get(status);
      if (percent === undefined) {
        // Of risks that are evaluated or kept for copying nothing is done by and by.
        percent = isAudit(recordType) ? progressOfCounts([{ type, status, count: 1 }], recordType) : null;
        percents.set(status, percent);
      }
      return percent;
    },
  };
}
