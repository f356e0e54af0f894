import { useCallback, useMemo } from 'react';
import { useTimeZone } from '../../provider/time-zone.ts';
import { useFormat } from '../../provider/use-format.ts';
import type { CellValue, ListColumn } from '../list-column.ts';
import type { MoveRow } from '../list-view.ts';
import { dayIn, spanChanges, spanOf, type DaySpan } from './days.ts';
import { useMoves } from './use-moves.ts';
import { columnOf } from './value-text.ts';
import { momentAt } from './zoned-moment.ts';

export interface DayColumns {
  /** A column of days or moments. */
  readonly from: string;
  /** The last day, included. */
  readonly to?: string;
}

/** The days of rows, read from one or two columns, and changed by dragging. */
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

  /** The value that brings a cell to another day; a moment keeps its time. */
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
        // A row with one day has it in one column; the other stays empty unless the bar was made longer.
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
