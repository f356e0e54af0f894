import { lookOf, type CellValue, type ChoiceLook, type ListColumn } from '../../columns/list-column.ts';

export interface KanbanColumn<Row> extends ChoiceLook {
  /** Null holds the rows without a value. */
  readonly value: string | null;
  readonly label: string;
  readonly rows: readonly Row[];
}

/**
 * Rows by the options of a column, in the order of the options. Rows without a value come first; values that are
 * no option any more come last, so that no row is hidden.
 */
export function kanbanColumns<Row>(
  rows: readonly Row[],
  column: ListColumn<Row>,
  valueOf: (row: Row) => CellValue,
  emptyLabel: string,
): readonly KanbanColumn<Row>[] {
  const groups = new Map<string | null, Row[]>((column.options ?? []).map(({ value }) => [value, []]));
  for (const row of rows) {
    const value = valueOf(row);
    const key = value === null || value === '' ? null : String(value);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  const none = groups.get(null);
  groups.delete(null);
  const named = [...groups].map(([value, group]) => {
    const option = column.options?.find((one) => one.value === value);
    return { value, label: option?.label ?? String(value), rows: group, ...lookOf(option) };
  });
  return none ? [{ value: null, label: emptyLabel, rows: none }, ...named] : named;
}
