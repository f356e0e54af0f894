import { useCallback, useEffect, useRef, useState } from 'react';
import type { CellValue, ListColumn } from '../list-column.ts';
import type { MoveRow } from '../list-view.ts';

/** How long a confirmed value is shown while the changed row is on its way, in milliseconds. */
const ARRIVAL_MS = 5_000;

interface Pending {
  readonly value: CellValue;
  /** Value of the row when the move began: once the row says something else, the row is right. */
  readonly before: CellValue;
}

export interface Moves<Row> {
  /** The value to draw: the one moved to, until the row has it or the move was refused. */
  valueOf(row: Row, column: ListColumn<Row>): CellValue;
  /** Changes one value, or several one after the other; what follows a refused one is not asked for. */
  move(row: Row, changes: readonly { readonly column: ListColumn<Row>; readonly value: CellValue }[]): void;
}

/** Moves by dragging: drawn at once, taken back when refused. */
export function useMoves<Row>(idOf: (row: Row) => string, ask: MoveRow<Row> | undefined): Moves<Row> {
  const [pending, setPending] = useState<ReadonlyMap<string, Pending>>(new Map());
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const { current } = timers;
    return () => current.forEach(clearTimeout);
  }, []);

  const forget = useCallback((key: string, only: Pending) => {
    setPending((now) => {
      if (now.get(key) !== only) return now;
      const next = new Map(now);
      next.delete(key);
      return next;
    });
  }, []);

  const valueOf = useCallback(
    (row: Row, column: ListColumn<Row>) => {
      const value = column.value(row);
      const moved = pending.get(keyOf(idOf(row), column.id));
      return moved && moved.before === value ? moved.value : value;
    },
    [pending, idOf],
  );

  const move = useCallback<Moves<Row>['move']>(
    (row, changes) => {
      if (!ask) return;
      const moves = changes.map(({ column, value }) => ({
        column,
        key: keyOf(idOf(row), column.id),
        entry: { value, before: column.value(row) },
      }));
      setPending((now) => new Map([...now, ...moves.map(({ key, entry }) => [key, entry] as const)]));
      const run = async () => {
        for (const { column, entry } of moves) await ask(row, column.id, entry.value);
      };
      const forgetAll = () => moves.forEach(({ key, entry }) => forget(key, entry));
      run().then(
        () => {
          const timer = setTimeout(() => {
            timers.current.delete(timer);
            forgetAll();
          }, ARRIVAL_MS);
          timers.current.add(timer);
        },
        // The caller has shown the reason.
        forgetAll,
      );
    },
    [ask, idOf, forget],
  );

  return { valueOf, move };
}

const keyOf = (id: string, column: string) => `${id}\u0000${column}`;
