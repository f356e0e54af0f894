import { useMemo } from 'react';
import type { ListColumn } from './list-column.ts';
import { useToday } from '../views/use-today.ts';
import { columnOf } from '../views/value-text.ts';

/** How a list determines whether the work of a row is over; part of the configuration of its time line. */
export interface WorkOfRows<Row> {
  /** Column of the last day, included. */
  readonly to: string;
  /** A column of percentages from 0 to 100. */
  readonly progress?: string;
  readonly isDone?: (row: Row) => boolean;
}

/** Whether the work of a row is over; null where the list does not know. */
export function isOver<Row>(
  row: Row,
  columns: readonly ListColumn<Row>[],
  { isDone, progress }: WorkOfRows<Row>,
): boolean | null {
  if (isDone !== undefined) return isDone(row);
  return progress === undefined ? null : Number(columnOf(columns, progress).value(row) ?? 0) >= 100;
}

/** The columns with the day on which work is due marked where it has passed and the work is not over. */
export function withLateness<Row>(
  columns: readonly ListColumn<Row>[],
  work: WorkOfRows<Row> | undefined,
  today: string,
): readonly ListColumn<Row>[] {
  if (work === undefined) return columns;
  return columns.map((column) =>
    column.id !== work.to || column.kind !== 'day'
      ? column
      : {
          ...column,
          isLate: (row) => {
            const day = column.value(row);
            return typeof day === 'string' && day < today && isOver(row, columns, work) === false;
          },
        },
  );
}

/** `withLateness` today; keep the identity of `isDone` between renders of a long list. */
export function useLateColumns<Row>(
  columns: readonly ListColumn<Row>[],
  { to, progress, isDone }: Partial<WorkOfRows<Row>> = {},
): readonly ListColumn<Row>[] {
  const today = useToday();
  return useMemo(() => {
    if (to === undefined) return columns;
    const how = { ...(progress !== undefined && { progress }), ...(isDone && { isDone }) };
    return withLateness(columns, { to, ...how }, today);
  }, [columns, to, progress, isDone, today]);
}
