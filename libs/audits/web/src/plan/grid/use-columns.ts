import type { RecordType } from '@cotejo/audits-contracts';
import { useCallback, useEffect, useMemo, useState } from 'react';
import {
  columnsAtFirst,
  readColumns,
  resized,
  shifted,
  toggled,
  writeColumns,
  type ColumnId,
  type Columns,
} from './plan-columns.ts';

export interface ColumnChoice {
  readonly columns: Columns;
  toggle(id: ColumnId): void;
  shift(id: ColumnId, by: -1 | 1): void;
  /** Null = the default width. */
  resize(id: ColumnId, width: number | null): void;
  reset(): void;
}

/** Column choice of a user for a record type, stored in this browser. */
export function useColumns(user: string, recordType: RecordType): ColumnChoice {
  const [columns, setColumns] = useState(() => readColumns(localStorage, user, recordType));
  const [kind, setKind] = useState(recordType);
  if (kind !== recordType) {
    // The record type is known only after the plan is loaded.
    setKind(recordType);
    setColumns(readColumns(localStorage, user, recordType));
  }
  useEffect(() => {
    // A width being dragged is written once it stays the same for 250 ms.
    const timer = setTimeout(() => writeColumns(localStorage, user, recordType, columns), 250);
    return () => clearTimeout(timer);
  }, [user, recordType, columns]);
  const toggle = useCallback(
    (id: ColumnId) => setColumns((now) => toggled(now, id, recordType)),
    [recordType],
  );
  const shift = useCallback((id: ColumnId, by: -1 | 1) => setColumns((now) => shifted(now, id, by)), []);
  const resize = useCallback(
    (id: ColumnId, width: number | null) => setColumns((now) => resized(now, id, width)),
    [],
  );
  const reset = useCallback(() => setColumns(columnsAtFirst(recordType)), [recordType]);
  return useMemo(() => ({ columns, toggle, shift, resize, reset }), [columns, toggle, shift, resize, reset]);
}
