import type { ItemId, PlanChange, TreeItemView } from '@cotejo/audits-contracts';
import type { FiguresByItem, ItemFigures } from '@cotejo/audits-domain';
import { sameFigures } from '../session/rows/tree-figures.ts';

/** Difference of a row from the compared version. */
export type RowMark = 'added' | 'changed' | 'removed_later' | 'changed_later';

/** A past item as a row of the tree. */
export interface PastRow {
  readonly id: string;
  /** Used by the tree's type-ahead. */
  readonly name: string;
  readonly view: TreeItemView;
  readonly mark: RowMark | null;
  /** Figures at that version; null for types without figures. */
  readonly figures: ItemFigures | null;
  /** Null without children. */
  readonly children: readonly PastRow[] | null;
}

/** Marks of a version's rows, by item. `isLater`: the compared version is the later one. */
export function marksOf(changes: readonly PlanChange[], isLater: boolean): ReadonlyMap<string, RowMark> {
  const marks = new Map<string, RowMark>();
  for (const { id, change } of changes) {
    if (change === 'changed') marks.set(id, isLater ? 'changed_later' : 'changed');
    // Items that exist only in the compared version have no row here.
    else if (change === 'added' && !isLater) marks.set(id, 'added');
    else if (change === 'removed' && isLater) marks.set(id, 'removed_later');
  }
  return marks;
}

interface RowDetails {
  readonly marks: ReadonlyMap<string, RowMark>;
  readonly figures: FiguresByItem;
}

/**
 * Rows of successive versions. A row equal to the previous version's, with all its descendants, keeps its
 * identity, so a step renders only the differences, even among ten thousand rows.
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

  private rowOf(view: TreeItemView, told: RowDetails, now: Map<string, PastRow>): PastRow {
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

/** Compares everything a row shows; the item's version covers all of it except names of users. */
const saysTheSame = (a: TreeItemView, b: TreeItemView): boolean =>
  a.version === b.version &&
  a.nombre === b.nombre &&
  a.codigo === b.codigo &&
  a.status === b.status &&
  a.level === b.level &&
  a.usuario_asignado?.id === b.usuario_asignado?.id &&
  a.usuario_asignado?.name === b.usuario_asignado?.name;
