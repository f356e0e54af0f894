import type { CellValue, ListColumn } from './columns/list-column.ts';

export interface ListOrder {
  readonly column: string;
  readonly isDescending: boolean;
}

/** The next order when a column is chosen: ascending first, then the other way round. */
export const nextOrder = (column: string, order: ListOrder | null): ListOrder => ({
  column,
  isDescending: order?.column === column && !order.isDescending,
});

/** Orders rows by one column, those without a value last in either direction; stable. */
export function orderRows<Row>(
  rows: readonly Row[],
  columns: readonly ListColumn<Row>[],
  order: ListOrder | null,
  language: string,
): readonly Row[] {
  const column = columns.find(({ id }) => id === order?.column);
  if (order === null || column === undefined) return rows;
  const compare = comparison(column, language);
  const sign = order.isDescending ? -1 : 1;
  return rows
    .map((row) => ({ row, value: column.value(row) }))
    .sort((a, b) => {
      const missing = Number(isMissing(a.value)) - Number(isMissing(b.value));
      return missing !== 0 || isMissing(a.value) ? missing : sign * compare(a.value, b.value);
    })
    .map(({ row }) => row);
}

const isMissing = (value: CellValue): boolean => value === null || value === '';

type Compare = (a: CellValue, b: CellValue) => number;

/** Compares choices by their options' order, users by name, texts by the language's collation. */
export function comparison<Row>({ kind, options = [] }: ListColumn<Row>, language: string): Compare {
  if (kind === 'choice') {
    const places = new Map(options.map(({ value }, place) => [value, place]));
    const placeOf = (value: CellValue) => places.get(String(value)) ?? options.length;
    return (a, b) => placeOf(a) - placeOf(b);
  }
  const collator = new Intl.Collator(language, { numeric: true });
  if (kind === 'person') {
    const names = new Map(options.map(({ value, label }) => [value, label]));
    return (a, b) => collator.compare(names.get(String(a)) ?? '', names.get(String(b)) ?? '');
  }
  return (a, b) =>
    typeof a === 'string' && typeof b === 'string' && kind === 'text'
      ? collator.compare(a, b)
      : a === b
        ? 0
        : (a ?? 0) < (b ?? 0)
          ? -1
          : 1;
}
