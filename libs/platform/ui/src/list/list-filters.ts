import type { CellValue, ColumnKind, ListColumn } from './columns/list-column.ts';

/** Condition on a column's values; its form depends on the column's kind. */
export type ListFilter =
  | { readonly kind: 'among'; readonly values: readonly string[] }
  /** Inclusive bounds; null = open. */
  | { readonly kind: 'days'; readonly from: string | null; readonly to: string | null }
  | { readonly kind: 'numbers'; readonly from: number | null; readonly to: number | null }
  | { readonly kind: 'flag'; readonly isSet: boolean };
/** Filters by column id. */
export type ListFilters = Readonly<Record<string, ListFilter>>;

/** Filter value for rows without a choice or person. */
export const NO_VALUE = '-';

const FILTER_OF: Readonly<Record<ColumnKind, ListFilter['kind'] | null>> = {
  ...{ text: null, choice: 'among', person: 'among', flag: 'flag', day: 'days', moment: 'days' },
  ...{ number: 'numbers', minutes: 'numbers', money: 'numbers', percent: 'numbers' },
};

/** Form of filter for a kind of column; null if only search applies. */
export const filterKindOf = (kind: ColumnKind): ListFilter['kind'] | null => FILTER_OF[kind];

/** Whether a value passes. `dayOf` returns the calendar day of a moment in the user's time zone. */
export function passes(value: CellValue, filter: ListFilter, dayOf: (moment: string) => string): boolean {
  switch (filter.kind) {
    case 'among':
      return filter.values.includes(value === null || value === '' ? NO_VALUE : String(value));
    case 'flag':
      return (value === true) === filter.isSet;
    case 'days': {
      if (typeof value !== 'string' || value === '') return false;
      const day = value.length === DAY_LENGTH ? value : dayOf(value);
      return isWithin(day, filter);
    }
    case 'numbers':
      return typeof value === 'number' && isWithin(value, filter);
  }
}

/** Every value of a row's cell; a single null where there is none. */
function valuesOf<Row>(column: ListColumn<Row>, row: Row): readonly CellValue[] {
  const values = column.values?.(row) ?? [column.value(row)];
  return values.length === 0 ? [null] : values;
}

/** Filter equivalent to a bar of a chart: a value, or the year of a day. */
export function filterFor(kind: ColumnKind | undefined, value: CellValue): ListFilter | null {
  switch (kind === undefined ? null : filterKindOf(kind)) {
    case 'among':
      return { kind: 'among', values: [value === null || value === '' ? NO_VALUE : String(value)] };
    case 'flag':
      return { kind: 'flag', isSet: value === true };
    case 'days':
      return value === null
        ? null
        : { kind: 'days', from: `${String(value)}-01-01`, to: `${String(value)}-12-31` };
    case 'numbers':
    case null:
      return null;
  }
}

/** Length of `yyyy-MM-dd`: a longer text is a moment. */
const DAY_LENGTH = 10;

const isWithin = <T extends string | number>(
  value: T,
  { from, to }: { readonly from: T | null; readonly to: T | null },
): boolean => (from === null || value >= from) && (to === null || value <= to);

/** Normalizes case and accents, so that "auditoria" finds "Auditoría". */
export const foldText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

export interface RowSelection<Row> {
  readonly columns: readonly ListColumn<Row>[];
  readonly search: string;
  readonly filters: ListFilters;
  readonly dayOf: (moment: string) => string;
  /** Folded text of a row as it is displayed: search matches this text, not keys and ids. */
  readonly searchText: (row: Row) => string;
}

/** Rows that pass every filter and contain every search word in some column. */
export function filterRows<Row>(
  rows: readonly Row[],
  { columns, search, filters, dayOf, searchText }: RowSelection<Row>,
): readonly Row[] {
  const words = foldText(search).split(/\s+/).filter(Boolean);
  const asked = columns.flatMap((column) => {
    const filter = filters[column.id];
    return filter === undefined ? [] : [{ column, filter }];
  });
  if (words.length === 0 && asked.length === 0) return rows;
  return rows.filter((row) => {
    const passesFor = (column: ListColumn<Row>, filter: ListFilter) =>
      valuesOf(column, row).some((value) => passes(value, filter, dayOf));
    if (!asked.every(({ column, filter }) => passesFor(column, filter))) return false;
    if (words.length === 0) return true;
    const text = searchText(row);
    return words.every((word) => text.includes(word));
  });
}
