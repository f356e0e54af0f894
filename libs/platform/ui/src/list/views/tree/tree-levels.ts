import type { TreeViewItem } from '../../../tree-view/visible-rows.ts';
import type { CellValue, ListColumn } from '../../columns/list-column.ts';
import { optionOf } from '../value-text.ts';

/** A row of the tree view: a group of one level, or a row of the list. */
export interface LevelItem<Row> extends TreeViewItem {
  readonly children: readonly LevelItem<Row>[] | null;
  readonly row: Row | null;
  /** For groups: number of rows in it, at any depth. */
  readonly count: number;
  /** For groups: column and value shared by its rows. */
  readonly column: ListColumn<Row> | null;
  readonly value: CellValue;
}

export interface LevelSource<Row> {
  readonly rows: readonly Row[];
  /** Grouping columns, outermost first. */
  readonly by: readonly ListColumn<Row>[];
  readonly idOf: (row: Row) => string;
  readonly titleOf: (row: Row) => string;
  readonly labelOf: (column: ListColumn<Row>, value: CellValue) => string;
}

/** Nests rows in groups by one or more columns; within a group they keep their order. */
export function levelItems<Row>(source: LevelSource<Row>): readonly LevelItem<Row>[] {
  return levelOf(source, source.rows, 0, '');
}

function levelOf<Row>(
  source: LevelSource<Row>,
  rows: readonly Row[],
  level: number,
  path: string,
): readonly LevelItem<Row>[] {
  const column = source.by[level];
  if (!column) return rows.map((row) => leafOf(source, row));
  return groupsOf(rows, column).map(([value, group]) => {
    // Ids of rows contain no control characters, so group ids cannot collide with them.
    const id = `${path}\u0000${column.id}=${value === null ? '' : `${typeof value}:${String(value)}`}`;
    return {
      id,
      name: source.labelOf(column, value),
      children: levelOf(source, group, level + 1, id),
      row: null,
      count: group.length,
      column,
      value,
    };
  });
}

/** Nests each row in its parent, by the first column; rows whose parent is not listed stand at the top. */
export function nestedItems<Row>(source: LevelSource<Row>): readonly LevelItem<Row>[] {
  const { rows, by, idOf } = source;
  const listed = new Set(rows.map(idOf));
  const children = new Map<CellValue, Row[]>();
  for (const row of rows) {
    const parent = by[0]?.value(row) ?? null;
    const key = typeof parent === 'string' && listed.has(parent) && parent !== idOf(row) ? parent : null;
    children.set(key, [...(children.get(key) ?? []), row]);
  }
  const itemOf = (row: Row): LevelItem<Row> => {
    const below = (children.get(idOf(row)) ?? []).map(itemOf);
    const leaf = leafOf(source, row);
    return below.length === 0 ? leaf : { ...leaf, children: below, count: below.length };
  };
  return (children.get(null) ?? []).map(itemOf);
}

const leafOf = <Row>(source: LevelSource<Row>, row: Row): LevelItem<Row> => ({
  id: source.idOf(row),
  name: source.titleOf(row),
  children: null,
  row,
  count: 1,
  column: null,
  value: null,
});

/** Groups in the order of the column's options, other values by size or name; rows without a value last. */
function groupsOf<Row>(rows: readonly Row[], column: ListColumn<Row>): readonly [CellValue, Row[]][] {
  const groups = new Map<CellValue, Row[]>();
  for (const row of rows) {
    const value = column.value(row);
    const key = value === '' ? null : value;
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  const places = new Map<CellValue, number>((column.options ?? []).map(({ value }, place) => [value, place]));
  return [...groups].sort(([a], [b]) => {
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    const place = (places.get(a) ?? places.size) - (places.get(b) ?? places.size);
    return place === 0 ? compareValues(column, a, b) : place;
  });
}

function compareValues<Row>(column: ListColumn<Row>, a: CellValue, b: CellValue): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const label = (value: CellValue) => optionOf(column, value)?.label ?? String(value);
  return label(a).localeCompare(label(b));
}
