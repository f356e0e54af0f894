import { useCallback } from 'react';
import type { ListColumn } from './list-column.ts';
import { useValueText } from '../views/use-value-text.ts';

/** Displayed text of a cell, used for search and groups. Empty without a value. */
export type CellText = <Row>(column: ListColumn<Row>, row: Row) => string;

export function useCellText(): CellText {
  const textOf = useValueText();
  return useCallback(
    (column, row) =>
      column.values === undefined
        ? textOf(column, column.value(row))
        : column
            .values(row)
            .map((value) => textOf(column, value))
            .join(', '),
    [textOf],
  );
}
