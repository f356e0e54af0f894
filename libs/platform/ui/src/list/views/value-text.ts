import type { Formatters } from '@cotejo/i18n';
import type { CellValue, ListColumn } from '../columns/list-column.ts';

const MINUTES_IN_HOUR = 60;

/** Texts of boolean values. */
export interface ValueWords {
  readonly yes: string;
  readonly no: string;
}

/** Text of a value; empty without one. */
export function valueText<Row>(
  column: ListColumn<Row>,
  value: CellValue,
  format: Formatters,
  words: ValueWords,
): string {
  if (value === null || value === '') return '';
  if (column.kind === 'choice' || column.kind === 'person')
    return optionOf(column, value)?.label ?? String(value);
  if (column.kind === 'flag') return value === true ? words.yes : words.no;
  if (column.kind === 'day') return format.date(String(value));
  if (column.kind === 'moment') return format.dateTime(String(value));
  return typeof value === 'number' ? amountText(column, value, format) : String(value);
}

/** An amount in the unit of its column. */
export function amountText<Row>(column: ListColumn<Row>, amount: number, format: Formatters): string {
  if (column.kind === 'minutes') return format.hours(amount / MINUTES_IN_HOUR);
  if (column.kind === 'money') return format.money(amount);
  if (column.kind === 'percent') return format.percent(amount);
  return format.number(amount);
}

export const optionOf = <Row>(column: ListColumn<Row>, value: CellValue) =>
  column.options?.find((option) => option.value === value);

/** The column with this id. Throws for an unknown id, a programming error. */
export function columnOf<Row>(columns: readonly ListColumn<Row>[], id: string): ListColumn<Row> {
  const column = columns.find((one) => one.id === id);
  if (!column) throw new Error(`the list has no column "${id}"`);
  return column;
}
