import { useCallback } from 'react';
import type { ListColumn } from './list-column.ts';
import { useValueText } from './views/use-value-text.ts';

/** The words of a cell: what people read, search and group by. Empty where the row has no value. */
export type CellText = <Row>(column: ListColumn<Row>, row: Row) => string;

export function useCellText(): CellText {
  const textOf = useValueText();
  return useCallback((column, row) => textOf(column, column.value(row)), [textOf]);
}
