import { dropAnchors, type Anchors } from './drop-anchors.ts';
import type { TreeViewItem, VisibleRow } from './visible-rows.ts';

export type DropZone = 'before' | 'inside' | 'after';

/** Target of a drop at the current pointer position. */
export interface DropPlace<T extends TreeViewItem> {
  readonly zone: DropZone;
  /** Reference row of the zone. */
  readonly row: T;
  /** Null = root level. */
  readonly parent: T | null;
  readonly anchors: Anchors;
  /** Level of the dropped row. */
  readonly level: number;
}

/** Access to the tree for computing drops. */
export interface DropTree<T extends TreeViewItem> {
  at(index: number): VisibleRow<T> | undefined;
  get(id: string | null): VisibleRow<T> | undefined;
  readonly items: readonly T[];
}

export interface Pointer {
  /** Index of the row under the pointer; beyond the last one for the empty space below. */
  readonly index: number;
  /** Relative vertical position within the row, 0–1. */
  readonly share: number;
  /** Level that corresponds to the horizontal position. */
  readonly level: number;
}

/** Share of a row's height for the zones before and after; the middle is "inside". */
const EDGE = 0.28;

/** Drop zone of a row. Rows that cannot have children have no inside. */
export function zoneAt(share: number, canHold: boolean): DropZone {
  if (!canHold) return share < 0.5 ? 'before' : 'after';
  if (share < EDGE) return 'before';
  return share > 1 - EDGE ? 'after' : 'inside';
}

/**
 * Possible targets, most likely first. Between the end of a branch and the next row there is one per level:
 * the nearest to the pointer comes first.
 */
export function placesAt<T extends TreeViewItem>(
  tree: DropTree<T>,
  pointer: Pointer,
  dragged: ReadonlySet<string>,
): DropPlace<T>[] {
  const row = tree.at(pointer.index);
  if (!row) {
    const last = tree.at(pointer.index - 1);
    return last ? afterBranches(tree, last, undefined, pointer.level, dragged) : [];
  }
  const zone = zoneAt(pointer.share, row.item.children !== null);
  if (zone === 'before') return [beside(tree, row, 'before', dragged)];
  if (zone === 'inside')
    return [{ zone, row: row.item, parent: row.item, anchors: {}, level: row.level + 1 }];
  if (row.isOpen) {
    const children = (row.item.children ?? []).map(({ id }) => id);
    const first: DropPlace<T> = {
      zone: 'inside',
      row: row.item,
      parent: row.item,
      anchors: dropAnchors(children, dragged, 0),
      level: row.level + 1,
    };
    return [first, beside(tree, row, 'after', dragged)];
  }
  return afterBranches(tree, row, tree.at(row.index + 1), pointer.level, dragged);
}

/** Targets after a row that ends its branch, and after its ancestors that end there, too. */
function afterBranches<T extends TreeViewItem>(
  tree: DropTree<T>,
  row: VisibleRow<T>,
  next: VisibleRow<T> | undefined,
  wanted: number,
  dragged: ReadonlySet<string>,
): DropPlace<T>[] {
  const places: DropPlace<T>[] = [];
  const end = next?.level ?? 0;
  for (let at: VisibleRow<T> | undefined = row; at && at.level >= end; at = tree.get(at.parent))
    places.push(beside(tree, at, 'after', dragged));
  return places.sort((a, b) => Math.abs(a.level - wanted) - Math.abs(b.level - wanted));
}

function beside<T extends TreeViewItem>(
  tree: DropTree<T>,
  row: VisibleRow<T>,
  zone: 'before' | 'after',
  dragged: ReadonlySet<string>,
): DropPlace<T> {
  const parent = tree.get(row.parent)?.item ?? null;
  const siblings = (parent?.children ?? tree.items).map(({ id }) => id);
  const at = row.position - 1 + (zone === 'after' ? 1 : 0);
  return { zone, row: row.item, parent, anchors: dropAnchors(siblings, dragged, at), level: row.level };
}

/** Whether the drop would change nothing. */
export function isStill<T extends TreeViewItem>(
  tree: DropTree<T>,
  place: DropPlace<T>,
  dragged: readonly string[],
): boolean {
  if (dragged.length !== 1 || place.zone === 'inside') return false;
  const row = tree.get(dragged[0] ?? null);
  const target = tree.get(place.row.id);
  if (!row || !target || row.parent !== target.parent) return false;
  const gap = target.position - 1 + (place.zone === 'after' ? 1 : 0);
  return gap === row.position - 1 || gap === row.position;
}
