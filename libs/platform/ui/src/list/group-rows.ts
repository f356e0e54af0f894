import type { ListColumn } from './columns/list-column.ts';
import { comparison } from './order-rows.ts';

export interface RowGroup<Row> {
  /** The shared value as text; empty for rows without a value. */
  readonly key: string;
  readonly label: string;
  readonly rows: readonly Row[];
}

/** Whether a column has one value a row, and few enough of them for groups. */
export const canGroup = <Row>({ kind, values }: ListColumn<Row>): boolean =>
  values === undefined && (kind === 'choice' || kind === 'person' || kind === 'flag' || kind === 'day');

/** Groups rows by a column's value, in that column's order, rows without a value last. */
export function groupRows<Row>(
  rows: readonly Row[],
  column: ListColumn<Row>,
  labelOf: (row: Row) => string,
  language: string,
): readonly RowGroup<Row>[] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = String(column.value(row) ?? '');
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  const compare = comparison(column, language);
  return [...groups]
    .map(([key, members]) => ({ key, label: labelOf(members[0] as Row), rows: members }))
    .sort((a, b) => Number(a.key === '') - Number(b.key === '') || compare(a.key, b.key));
}

/** A line of a grouped list: a group header or a row. */
export type GroupedLine<Row> =
  | { readonly kind: 'group'; readonly group: RowGroup<Row>; readonly isOpen: boolean }
  | { readonly kind: 'row'; readonly row: Row };

/** Lines to render; without groups, one per row. */
export const linesOf = <Row>(
  rows: readonly Row[],
  groups: readonly RowGroup<Row>[] | null,
  closed: ReadonlySet<string>,
): readonly GroupedLine<Row>[] =>
  groups === null
    ? rows.map((row) => ({ kind: 'row', row }))
    : groups.flatMap((group): GroupedLine<Row>[] => {
        const isOpen = !closed.has(group.key);
        const head: GroupedLine<Row> = { kind: 'group', group, isOpen };
        return isOpen ? [head, ...group.rows.map((row) => ({ kind: 'row', row }) as const)] : [head];
      });
