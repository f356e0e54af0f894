import { useCallback, useEffect, useRef, useState } from 'react';
import type { CellValue, ListColumn } from '../columns/list-column.ts';
import type { MoveRow } from '../list-view.ts';

/** Milliseconds that a confirmed value is shown until the changed row arrives. */
const ARRIVAL_MS = 5_000;

interface Pending {
  readonly value: CellValue;
  /** Value when the move began: once the row's value differs from it, the row takes precedence. */
  readonly before: CellValue;
}

export interface Moves<Row> {
  /** Displayed value: the target of a pending move, until the row has it or the move is refused. */
  valueOf(row: Row, column: ListColumn<Row>): CellValue;
  /** Changes one value, or several in sequence; a refusal cancels the rest. */
  move(row: Row, changes: readonly { readonly column: ListColumn<Row>; readonly value: CellValue }[]): void;
}

/** Optimistic moves by dragging, rolled back on refusal. */
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
        const all = Object.fromEntries(moves.map(({ column, entry }) => [column.id, entry.value]));
        for (const { column, entry } of moves) await ask(row, column.id, entry.value, all);
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
        // The caller has reported the refusal.
        forgetAll,
      );
    },
    [ask, idOf, forget],
  );

  return { valueOf, move };
}

const keyOf = (id: string, column: string) => `${id}\u0000${column}`;
