import type { ItemId, PlanChange, TreeItemView } from '@cotejo/audits-contracts';
import type { FiguresByItem, ItemFigures } from '@cotejo/audits-domain';
import { sameFigures } from '../session/tree-figures.ts';

/** What a row says of itself against the version that it is compared with. */
export type RowMark = 'added' | 'changed' | 'removed_later' | 'changed_later';

/** An item as it was, as the tree shows it. */
export interface PastRow {
  readonly id: string;
  /** Read by the tree's type-ahead. */
  readonly name: string;
  readonly view: TreeItemView;
  readonly mark: RowMark | null;
  /** What it was worth then; null for what has no figures. */
  readonly figures: ItemFigures | null;
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

interface Told {
  readonly marks: ReadonlyMap<string, RowMark>;
  readonly figures: FiguresByItem;
}

/**
 * Rows of one version after another. A row that says the same as before, with all that is under it, keeps its
 * identity: going one version further draws again only what differs, also among ten thousand.
 */
export class PastRows {
  private before = new Map<string, PastRow>();

  read(
    items: readonly TreeItemView[],
    marks: ReadonlyMap<string, RowMark>,
    figures: FiguresByItem = new Map(),
  ): readonly PastRow[] {
    const now = new Map<string, PastRow>();
    const rows = items.map((view) => this.rowOf(view, { marks, figures }, now));
    this.before = now;
    return rows;
  }

  private rowOf(view: TreeItemView, told: Told, now: Map<string, PastRow>): PastRow {
    const old = this.before.get(view.id);
    const under = view.items.map((child) => this.rowOf(child, told, now));
    const children = under.length === 0 ? null : sameList(old?.children, under);
    const mark = told.marks.get(view.id) ?? null;
    const figures = told.figures.get(view.id as ItemId) ?? null;
    const isSame =
      old !== undefined &&
      old.mark === mark &&
      old.children === children &&
      sameFigures(old.figures, figures) &&
      saysTheSame(old.view, view);
    const row: PastRow = isSame ? old : { id: view.id, name: view.nombre, view, mark, figures, children };
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
