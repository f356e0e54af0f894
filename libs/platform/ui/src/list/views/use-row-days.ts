import { useCallback, useMemo } from 'react';
import { useTimeZone } from '../../provider/time-zone.ts';
import { useFormat } from '../../provider/use-format.ts';
import type { CellValue, ListColumn } from '../columns/list-column.ts';
import type { MoveRow } from '../list-view.ts';
import { dayIn, spanChanges, spanOf, type DaySpan } from './days.ts';
import { useMoves } from './use-moves.ts';
import { columnOf } from './value-text.ts';
import { momentAt } from './zoned-moment.ts';

export interface DayColumns {
  /** Id of a column of days or moments. */
  readonly from: string;
  /** Id of the column of the last day, inclusive. */
  readonly to?: string;
}

/** Days of rows from one or two columns, changed by dragging. */
export function useRowDays<Row>(
  columns: readonly ListColumn<Row>[],
  { from, to }: DayColumns,
  idOf: (row: Row) => string,
  ask: MoveRow<Row> | undefined,
) {
  const format = useFormat();
  const zone = useTimeZone();
  const moves = useMoves(idOf, ask);
  const { valueOf, move } = moves;
  const fromColumn = useMemo(() => columnOf(columns, from), [columns, from]);
  const toColumn = useMemo(() => (to === undefined ? null : columnOf(columns, to)), [columns, to]);

  const daysOf = useCallback(
    (row: Row) => {
      const dayOf = (column: ListColumn<Row> | null) =>
        column && dayIn(column, valueOf(row, column), (moment) => format.isoDay(moment));
      return { from: dayOf(fromColumn), to: dayOf(toColumn) };
    },
    [fromColumn, toColumn, valueOf, format],
  );
  const spanOfRow = useCallback(
    (row: Row): DaySpan | null => {
      const days = daysOf(row);
      return spanOf(days.from, days.to);
    },
    [daysOf],
  );

  /** Value that moves a cell to another day; a moment keeps its time. */
  const valueAt = useCallback(
    (row: Row, column: ListColumn<Row>, day: string): CellValue => {
      const value = valueOf(row, column);
      if (column.kind !== 'moment' || typeof value !== 'string') return day;
      return momentAt(day, format.time(value), zone);
    },
    [valueOf, format, zone],
  );
  const moveSpan = useCallback(
    (row: Row, after: DaySpan) => {
      const days = daysOf(row);
      const before = spanOf(days.from, days.to);
      if (before === null) return;
      const changes = spanChanges(before, after).flatMap(({ end, day }) => {
        // A one-day row keeps its day in one column; the other stays empty unless the bar is lengthened.
        const isLonger = after.to > after.from && end === 'to';
        const column = end === 'from' ? fromColumn : toColumn;
        if (column === null || (days[end] === null && !isLonger)) return [];
        return [{ column, value: valueAt(row, column, day) }];
      });
      if (changes.length > 0) move(row, changes);
    },
    [daysOf, fromColumn, toColumn, valueAt, move],
  );
  return { spanOfRow, moveSpan, moves, format, zone };
}
