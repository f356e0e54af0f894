import type { UseQueryResult } from '@tanstack/react-query';
import type { ListRows } from './use-rows.ts';

/** What a list shows of its rows, wherever they come from. */
export type ShownRows<Row> = Omit<ListRows<Row>, 'put'>;

/** The rows of a query that reads all of them in one answer; what changes them invalidates it. */
export function rowsOfQuery<Row>(query: UseQueryResult<readonly Row[]>): ShownRows<Row> {
  const { data, isError, error, refetch } = query;
  return {
    status: data !== undefined ? 'ready' : isError ? 'failed' : 'loading',
    rows: data ?? NO_ROWS,
    error,
    fresh: NOTHING_FRESH,
    isStale: data !== undefined && isError,
    isCut: false,
    retry: () => void refetch(),
  };
}

const NO_ROWS: readonly never[] = [];
const NOTHING_FRESH: ReadonlySet<string> = new Set();
