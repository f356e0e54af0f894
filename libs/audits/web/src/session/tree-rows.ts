import type { ItemId } from '@cotejo/audits-contracts';
import { allowedChildren, displayOrder, type AuditView, type TreeNode } from '@cotejo/audits-domain';

/** A live item as the tree shows it. */
export interface TreeRow {
  readonly id: ItemId;
  /** Read by the tree's type-ahead. */
  readonly name: string;
  readonly node: TreeNode;
  /** Null where nothing can ever be under it. */
  readonly children: readonly TreeRow[] | null;
  /** Shows something that the server has not confirmed. */
  readonly pending: boolean;
}

type Parent = ItemId | null;
const NO_ROWS: readonly TreeRow[] = [];

/**
 * The tree's rows, built anew only where something changed: a row whose item, children and state are the
 * same keeps its identity, so nothing that shows it renders again.
 */
export class TreeRows {
  private lists = new Map<Parent, readonly TreeRow[]>();
  private readonly byId = new Map<ItemId, TreeRow>();
  private readonly shownUnder = new Map<ItemId, Parent>();
  private readonly stale = new Set<Parent>();
  private pending: ReadonlySet<ItemId> = new Set();
  private everything = true;

  constructor(private readonly view: AuditView) {}

  /** Says which items may have changed since the rows were last read. */
  touch(ids: Iterable<ItemId>): void {
    if (this.everything) return;
    for (const id of ids) {
      this.markPath(this.shownUnder.get(id), (at) => this.shownUnder.get(at));
      this.markPath(this.view.get(id)?.place[0], (at) => this.view.get(at)?.place[0]);
    }
  }

  /** Everything may have changed: another base. */
  touchAll(): void {
    this.everything = true;
  }

  /** Top level. `pending` holds the items that unconfirmed intents change. */
  read(pending: ReadonlySet<ItemId>): readonly TreeRow[] {
    this.pending = pending;
    if (this.everything) {
      this.lists = new Map();
      this.byId.clear();
      this.shownUnder.clear();
    }
    this.everything = false;
    const rows = this.rowsUnder(null);
    this.stale.clear();
    return rows;
  }

  /** A row of the last `read`; undefined for what is not shown. */
  rowOf(id: ItemId): TreeRow | undefined {
    return this.byId.get(id);
  }

  private markPath(from: Parent | undefined, above: (id: ItemId) => Parent | undefined): void {
    let at = from;
    for (let steps = 0; at !== undefined; steps++) {
      if (steps > 100_000) throw new Error('cycle above a tree row');
      this.stale.add(at);
      if (at === null) return;
      at = above(at);
    }
  }

  private rowsUnder(parent: Parent): readonly TreeRow[] {
    const before = this.lists.get(parent);
    if (before && !this.stale.has(parent)) return before;
    const rows: TreeRow[] = [];
    for (const id of displayOrder(this.view, parent)) {
      const node = this.view.get(id);
      if (node) rows.push(this.rowFor(id, node, parent));
    }
    const isSame = before?.length === rows.length && before.every((row, index) => row === rows[index]);
    const kept = isSame ? before : rows;
    this.lists.set(parent, kept);
    if (!isSame) {
      const now = new Set(rows.map((row) => row.id));
      for (const row of before ?? NO_ROWS) if (!now.has(row.id)) this.drop(row.id, parent);
    }
    return kept;
  }

  private rowFor(id: ItemId, node: TreeNode, parent: Parent): TreeRow {
    const old = this.byId.get(id);
    const children = this.rowsUnder(id);
    const row: TreeRow = {
      id,
      name: node.name,
      node,
      children: children.length > 0 || mayHold(this.view, node) ? children : null,
      pending: this.pending.has(id),
    };
    this.shownUnder.set(id, parent);
    if (old && old.node === node && old.children === row.children && old.pending === row.pending) return old;
    this.byId.set(id, row);
    return row;
  }

  /** Forgets a branch that left its parent, unless its new parent has taken it in already. */
  private drop(id: ItemId, parent: Parent): void {
    if (this.shownUnder.get(id) !== parent) return;
    this.byId.delete(id);
    this.shownUnder.delete(id);
    const children = this.lists.get(id) ?? NO_ROWS;
    this.lists.delete(id);
    for (const child of children) this.drop(child.id, id);
  }
}

const mayHold = (view: AuditView, node: TreeNode): boolean =>
  allowedChildren(view.recordType, node.type).length > 0 ||
  node.type === 'finding' ||
  node.type === 'action_plan';
