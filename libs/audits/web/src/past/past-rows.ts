import type { PlanChange, TreeItemView } from '@cotejo/audits-contracts';

/** What a row says of itself against the version that it is compared with. */
export type RowMark = 'added' | 'changed' | 'removed_later' | 'changed_later';

/** An item as it was, as the tree shows it. */
export interface PastRow {
  readonly id: string;
  /** Read by the tree's type-ahead. */
  readonly name: string;
  readonly view: TreeItemView;
  readonly mark: RowMark | null;
  /** Null where nothing is under it. */
  readonly children: readonly PastRow[] | null;
}

/** Marks of the rows of a version, by item. `isLater`: the other version came after it. */
export function marksOf(changes: readonly PlanChange[], isLater: boolean): ReadonlyMap<string, RowMark> {
  const marks = new Map<string, RowMark>();
  for (const { id, change } of changes) {
    if (change === 'changed') marks.set(id, isLater ? 'changed_later' : 'changed');
    // What only the other version has stands in no row of this one.
    else if (change === 'added' && !isLater) marks.set(id, 'added');
    else if (change === 'removed' && isLater) marks.set(id, 'removed_later');
  }
  return marks;
}

/**
 * Rows of one version after another. A row that says the same as before, with all that is under it, keeps its
 * identity: going one version further draws again only what differs, also among ten thousand.
 */
export class PastRows {
  private before = new Map<string, PastRow>();

  read(items: readonly TreeItemView[], marks: ReadonlyMap<string, RowMark>): readonly PastRow[] {
    const now = new Map<string, PastRow>();
    const rows = items.map((view) => this.rowOf(view, marks, now));
    this.before = now;
    return rows;
  }

  private rowOf(view: TreeItemView, marks: ReadonlyMap<string, RowMark>, now: Map<string, PastRow>): PastRow {
    const old = this.before.get(view.id);
    const under = view.items.map((child) => this.rowOf(child, marks, now));
    const children = under.length === 0 ? null : sameList(old?.children, under);
    const mark = marks.get(view.id) ?? null;
    const row: PastRow =
      old && old.mark === mark && old.children === children && saysTheSame(old.view, view)
        ? old
        : { id: view.id, name: view.nombre, view, mark, children };
    now.set(view.id, row);
    return row;
  }
}

function sameList(old: readonly PastRow[] | null | undefined, rows: readonly PastRow[]): readonly PastRow[] {
  return old?.length === rows.length && old.every((row, at) => row === rows[at]) ? old : rows;
}

/** What a row shows; an item's version tells all of it but the names of people. */
const saysTheSame = (a: TreeItemView, b: TreeItemView): boolean =>
  a.version === b.version &&
  a.nombre === b.nombre &&
  a.codigo === b.codigo &&
  a.status === b.status &&
  a.level === b.level &&
  a.usuario_asignado?.id === b.usuario_asignado?.id &&
  a.usuario_asignado?.name === b.usuario_asignado?.name;
