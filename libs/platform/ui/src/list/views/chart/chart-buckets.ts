import { lookOf, type CellValue, type ChoiceLook, type ListColumn } from '../../columns/list-column.ts';

export interface Bucket extends ChoiceLook {
  /** Null for rows without a value; a year for days and moments. */
  readonly value: CellValue;
  readonly label: string;
  readonly count: number;
  /** Sum of the measured column, or the count. */
  readonly amount: number;
}

export interface BucketWords {
  readonly empty: string;
  readonly yes: string;
  readonly no: string;
  /** Year of a moment in the user's time zone. */
  readonly yearOf: (value: string) => string;
}

/** Whether a number column holds years (2024, 2025) and can group rows, unlike amounts. */
export function holdsYears<Row>(column: ListColumn<Row>, rows: readonly Row[]): boolean {
  if (column.kind !== 'number') return false;
  const values = rows.map(column.value).filter((value) => value !== null);
  return (
    values.length > 0 &&
    values.every((value) => Number.isInteger(value) && Number(value) >= 1900 && Number(value) <= 2200)
  );
}

const GROUPING = new Set(['choice', 'person', 'flag', 'day', 'moment']);

export const canGroup = <Row>(column: ListColumn<Row>, rows: readonly Row[]): boolean =>
  column.values === undefined && (GROUPING.has(column.kind) || holdsYears(column, rows));

/** Percentages cannot be summed. */
export const canSum = <Row>(column: ListColumn<Row>, rows: readonly Row[]): boolean =>
  ['number', 'minutes', 'money'].includes(column.kind) && !holdsYears(column, rows);

/**
 * Counts rows, or sums a number column, by the values of a column: options in their order, years ascending,
 * users by descending amount. Rows without a value come last. Options without rows are omitted.
 */
export function buckets<Row>(
  rows: readonly Row[],
  by: ListColumn<Row>,
  measure: ListColumn<Row> | null,
  words: BucketWords,
): readonly Bucket[] {
  const found = new Map<CellValue, { count: number; amount: number }>();
  for (const row of rows) {
    const key = keyOf(by, by.value(row), words);
    const bucket = found.get(key) ?? { count: 0, amount: 0 };
    const amount = measure === null ? 1 : measure.value(row);
    bucket.count += 1;
    bucket.amount += typeof amount === 'number' ? amount : 0;
    found.set(key, bucket);
  }
  return [...found]
    .map(([value, sums]) => ({ value, ...sums, ...looksOf(by, value, words) }))
    .sort(orderOf(by));
}

function keyOf<Row>(by: ListColumn<Row>, value: CellValue, words: BucketWords): CellValue {
  if (value === null || value === '') return null;
  return by.kind === 'day' || by.kind === 'moment' ? words.yearOf(String(value)) : value;
}

function looksOf<Row>(by: ListColumn<Row>, value: CellValue, words: BucketWords) {
  if (value === null) return { label: words.empty };
  if (by.kind === 'flag') return { label: value === true ? words.yes : words.no };
  const option = by.options?.find((one) => one.value === value);
  return { label: option?.label ?? String(value), ...lookOf(option) };
}

function orderOf<Row>(by: ListColumn<Row>): (a: Bucket, b: Bucket) => number {
  const places = new Map<CellValue, number>((by.options ?? []).map(({ value }, place) => [value, place]));
  const placeOf = (value: CellValue) => places.get(value) ?? places.size;
  return (a, b) => {
    if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null);
    if (by.kind === 'choice' && placeOf(a.value) !== placeOf(b.value))
      return placeOf(a.value) - placeOf(b.value);
    if (by.kind === 'flag') return Number(b.value) - Number(a.value);
    if (by.kind === 'person' && a.amount !== b.amount) return b.amount - a.amount;
    return a.label.localeCompare(b.label);
  };
}

/** Reduces buckets to a distinguishable number: the largest, with the others combined. */
export function drawnBuckets(all: readonly Bucket[], most: number, others: (count: number) => string) {
  if (all.length <= most) return all.map((bucket) => ({ ...bucket, isRest: false }));
  const kept = new Set([...all].sort((a, b) => b.amount - a.amount).slice(0, most - 1));
  const rest = all.filter((bucket) => !kept.has(bucket));
  const sum = (of: (bucket: Bucket) => number) => rest.reduce((total, bucket) => total + of(bucket), 0);
  return [
    ...all.filter((bucket) => kept.has(bucket)).map((bucket) => ({ ...bucket, isRest: false })),
    {
      value: null,
      label: others(rest.length),
      count: sum((bucket) => bucket.count),
      amount: sum((bucket) => bucket.amount),
      isRest: true,
    },
  ];
}
