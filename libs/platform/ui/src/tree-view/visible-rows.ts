import { isOpenIn, setOpen, switchedBetween, type Expansion } from './expansion.ts';

/** A row of any tree. `children` null = cannot have children; empty = has none yet. */
export interface TreeViewItem {
  readonly id: string;
  /** Used by type-ahead. */
  readonly name: string;
  readonly children: readonly TreeViewItem[] | null;
}

/** A row without closed ancestors. A new object whenever a property other than `index` changes. */
export interface VisibleRow<T extends TreeViewItem = TreeViewItem> {
  readonly id: string;
  readonly item: T;
  readonly level: number;
  readonly parent: string | null;
  /** Position among its siblings, from 1, and their number. */
  readonly position: number;
  readonly siblings: number;
  readonly isOpen: boolean;
  /** Current index in the list. */
  readonly index: number;
}

interface Entry extends VisibleRow {
  index: number;
  /** Number of the last pass that contained it; rows with an older number are hidden. */
  seen: number;
}

/** Cached rows of a branch, valid while its items are the same array. */
interface Branch {
  readonly level: number;
  readonly parent: string | null;
  readonly rows: readonly Entry[];
}

/** Number of simultaneous switches beyond which the whole list is recomputed. */
const FEW = 200;
/** Maximum number of hidden entries kept. */
const FORGOTTEN_AT_MOST = 5_000;

/**
 * Flattens a tree into the list of visible rows. Recomputing visits only branches whose items changed, by
 * object identity.
 */
export class VisibleRows {
  private branches = new WeakMap<readonly TreeViewItem[], Branch>();
  private readonly entries = new Map<string, Entry>();
  private reading = 0;
  private expansion: Expansion | null = null;
  private list: readonly Entry[] = [];
  private items: readonly TreeViewItem[] | null = null;
  /** Input from which each list was computed. */
  private readonly sources = new WeakMap<
    readonly VisibleRow[],
    readonly [readonly TreeViewItem[], Expansion]
  >();

  /** The list; the same array unless rows were added, removed or moved. */
  read(items: readonly TreeViewItem[], expansion: Expansion): readonly VisibleRow[] {
    if (this.items === items && this.expansion === expansion) return this.list;
    this.items = items;
    if (this.expansion !== expansion) this.forgetSwitched(items, this.expansion, expansion);
    this.expansion = expansion;
    const rows = this.rowsOf(items, expansion, 0, null);
    const before = this.reading;
    this.reading += 1;
    let isSame = rows.length === this.list.length;
    for (let index = 0; index < rows.length; index++) {
      const row = rows[index];
      if (!row) continue;
      isSame &&= this.list[index]?.id === row.id;
      row.index = index;
      // From a cached branch: another entry may have replaced this one meanwhile.
      if (row.seen !== before) this.entries.set(row.id, row);
      row.seen = this.reading;
    }
    if (this.entries.size > rows.length + FORGOTTEN_AT_MOST)
      for (const [id, entry] of this.entries) if (entry.seen !== this.reading) this.entries.delete(id);
    if (!isSame) this.list = rows;
    this.sources.set(this.list, [items, expansion]);
    return this.list;
  }

  /** Makes an earlier list current again, because a later one was never committed. */
  show(list: readonly VisibleRow[]): void {
    const source = this.sources.get(list);
    if (source) this.read(...source);
  }

  /** The row as last computed; undefined while hidden. */
  get(id: string | null): VisibleRow | undefined {
    const entry = id === null ? undefined : this.entries.get(id);
    return entry?.seen === this.reading ? entry : undefined;
  }

  at(index: number): VisibleRow | undefined {
    const id = this.list[index]?.id;
    return id === undefined ? undefined : this.get(id);
  }

  get count(): number {
    return this.list.length;
  }

  /** Invalidates cached branches on the path to switched rows. */
  private forgetSwitched(items: readonly TreeViewItem[], before: Expansion | null, now: Expansion): void {
    const switched = before && switchedBetween(before, now);
    const rows = switched?.map((id) => this.entries.get(id));
    if (!rows || rows.length > FEW || rows.includes(undefined)) {
      this.branches = new WeakMap();
      return;
    }
    this.branches.delete(items);
    for (const row of rows)
      for (let at = row?.parent; at != null; at = this.entries.get(at)?.parent) {
        const { children } = this.entries.get(at)?.item ?? {};
        if (children) this.branches.delete(children);
      }
  }

  private rowsOf(
    items: readonly TreeViewItem[],
    expansion: Expansion,
    level: number,
    parent: string | null,
  ): readonly Entry[] {
    const known = this.branches.get(items);
    if (known && known.level === level && known.parent === parent) return known.rows;
    const rows: Entry[] = [];
    items.forEach((item, at) => {
      const row = this.entryOf(item, expansion, level, parent, at + 1, items.length);
      rows.push(row);
      if (row.isOpen && item.children)
        // One by one: spreading tens of thousands overflows the stack.
        for (const below of this.rowsOf(item.children, expansion, level + 1, item.id)) rows.push(below);
    });
    this.branches.set(items, { level, parent, rows });
    return rows;
  }

  private entryOf(
    item: TreeViewItem,
    expansion: Expansion,
    level: number,
    parent: string | null,
    position: number,
    siblings: number,
  ): Entry {
    const isOpen = (item.children?.length ?? 0) > 0 && isOpenIn(expansion, item.id, level);
    const old = this.entries.get(item.id);
    if (
      old?.item === item &&
      old.level === level &&
      old.parent === parent &&
      old.position === position &&
      old.siblings === siblings &&
      old.isOpen === isOpen
    )
      return old;
    const row: Entry = {
      id: item.id,
      item,
      level,
      parent,
      position,
      siblings,
      isOpen,
      index: old?.index ?? 0,
      seen: old?.seen ?? 0,
    };
    this.entries.set(item.id, row);
    return row;
  }
}

/** Ancestors of an item, from the top; null if it is not in the tree. */
export function pathTo<T extends TreeViewItem>(items: readonly T[], id: string): readonly T[] | null {
  for (const item of items) {
    if (item.id === id) return [];
    if (!item.children?.length) continue;
    const below = pathTo(item.children as readonly T[], id);
    if (below) return [item, ...below];
  }
  return null;
}

/** Expands all ancestors of an item; returns the same object if nothing hides it or it does not exist. */
export const openPath = (expansion: Expansion, items: readonly TreeViewItem[], id: string): Expansion =>
  setOpen(
    expansion,
    (pathTo(items, id) ?? []).map((item, level) => ({ id: item.id, level })),
    true,
  );
