import { useEffect, useMemo } from 'react';
import type { ListColumn } from './columns/list-column.ts';
import { foldText } from './list-filters.ts';

/** Milliseconds left of an idle period below which the next row has to wait for another one. */
const LEAST_REST_MS = 2;

/** Displayed text of a cell. */
type TextOf<Row> = (column: ListColumn<Row>, row: Row) => string;
/** Text of a row in which a search looks: the displayed texts of all its columns, folded. */
export type SearchText<Row> = (row: Row) => string;

/** Builds the text of each row once. */
export function searchTexts<Row>(columns: readonly ListColumn<Row>[], textOf: TextOf<Row>): SearchText<Row> {
  const texts = new WeakMap<object, string>();
  return (row) => {
    const key = Object(row) as object;
    const known = texts.get(key);
    if (known !== undefined) return known;
    const text = foldText(columns.map((column) => textOf(column, row)).join('\n'));
    texts.set(key, text);
    return text;
  };
}

/** The same, built ahead while the browser is idle: for hundreds of rows the first letter would wait for it. */
export function useSearchTexts<Row>(
  rows: readonly Row[],
  columns: readonly ListColumn<Row>[],
  textOf: TextOf<Row>,
): SearchText<Row> {
  const texts = useMemo(() => searchTexts(columns, textOf), [columns, textOf]);
  useEffect(() => {
    if (typeof requestIdleCallback !== 'function') return undefined;
    let next = 0;
    const build = (idle: IdleDeadline): void => {
      for (; next < rows.length && idle.timeRemaining() > LEAST_REST_MS; next++) {
        const row = rows[next];
        if (row !== undefined) texts(row);
      }
      if (next < rows.length) handle = requestIdleCallback(build);
    };
    let handle = requestIdleCallback(build);
    return () => cancelIdleCallback(handle);
  }, [rows, texts]);
  return texts;
}
