import { changedIds, mergeRows, presentRows, type LiveRows, type RowChange } from '@cotejo/live/client';
import { useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useWorkspace } from '../workspace/workspace.tsx';

/** Rows of one answer, and the feed's cursor from which their changes follow. */
export interface RowsPage<Row> {
  readonly changes: readonly RowChange<Row>[];
  readonly cursor: number;
  /** Whether rows remain beyond this answer. */
  readonly hasMore: boolean;
}

/** Where the rows of a list come from. Keep its identity: a new one is read anew. */
export interface RowsSource<Row> {
  readonly key: QueryKey;
  readonly first: (signal: AbortSignal) => Promise<RowsPage<Row>>;
  /** What changed after a cursor, oldest change first: gapless, however rows move between pages meanwhile. */
  readonly after: (cursor: number, signal: AbortSignal) => Promise<RowsPage<Row>>;
  /** Null = the list is not live. */
  readonly feed: { readonly topic: string; readonly key: string } | null;
  /** Reads one row of a frame. */
  readonly change: (raw: unknown) => RowChange<Row>;
}

/** Rows held by one list at most: a browser filters and orders so many within a frame. */
export const MOST_LIST_ROWS = 10_000;
/** How long a row that somebody else changed is marked, in milliseconds. */
const FRESH_MS = 4_000;
/** The feed may pause this long, in milliseconds, before the list says that it is behind. */
const STALE_AFTER_MS = 3_000;

export interface ListRows<Row> {
  readonly status: 'loading' | 'failed' | 'ready';
  readonly rows: readonly Row[];
  readonly error: unknown;
  /** Rows that others changed a moment ago. */
  readonly fresh: ReadonlySet<string>;
  /** Changes of others may be missing: the feed is interrupted, or reading again failed. */
  readonly isStale: boolean;
  /** More rows exist than the list holds; those that are missing can only be found by searching on the server. */
  readonly isCut: boolean;
  readonly retry: () => void;
  /** Shows a row at once: an answer to the person's own act, or what it is expected to be. */
  readonly put: (change: RowChange<Row>) => void;
}

interface Held<Row> {
  readonly rows: LiveRows<Row>;
  readonly cursor: number;
  readonly isCut: boolean;
}

/** The rows of a list: read once, page by page, then moved by the feed; read again after a reconnection. */
export function useRows<Row>(source: RowsSource<Row>): ListRows<Row> {
  const { key, first, after, feed } = source;
  const queries = useQueryClient();
  const since = useRef<RowChange<Row>[]>([]);
  const query = useQuery({
    queryKey: key,
    meta: { shown: true },
    queryFn: async ({ signal }): Promise<Held<Row>> => {
      since.current = [];
      let { cursor, hasMore, changes } = await first(signal);
      const start = cursor;
      let rows = mergeRows<Row>(new Map(), changes);
      const held = () => ({ rows: mergeRows(rows, since.current), cursor: start, isCut: hasMore });
      // What is here is shown while the rest is read; an older reading is whole, and stays until then.
      if (hasMore && queries.getQueryData(key) === undefined) {
        queries.setQueryData<Held<Row>>(key, { ...held(), isCut: false });
      }
      cursor = NOTHING_READ;
      while (hasMore && rows.size < MOST_LIST_ROWS) {
        ({ cursor, hasMore, changes } = await after(cursor, signal));
        rows = mergeRows(rows, changes);
      }
      return held();
    },
  });
  const merge = useCallback(
    (changes: readonly RowChange<Row>[]) => {
      since.current.push(...changes);
      queries.setQueryData<Held<Row>>(key, (held) =>
        held === undefined ? undefined : { ...held, rows: mergeRows(held.rows, changes) },
      );
    },
    [queries, key],
  );
  const [fresh, markFresh] = useFresh();
  const isBehind = useFeed(source, query.data?.cursor ?? null, (changes) => {
    markFresh(changedIds(queries.getQueryData<Held<Row>>(key)?.rows ?? new Map(), changes));
    merge(changes);
  });
  const held = query.data;
  const rows = useMemo(() => (held === undefined ? [] : presentRows(held.rows)), [held]);
  const { refetch } = query;
  return {
    status: held !== undefined ? 'ready' : query.isError ? 'failed' : 'loading',
    rows,
    error: query.error,
    fresh,
    isStale: held !== undefined && ((feed !== null && isBehind) || query.isError),
    isCut: held?.isCut ?? false,
    retry: useCallback(() => void refetch(), [refetch]),
    put: useCallback((change) => merge([change]), [merge]),
  };
}

const NOTHING_READ = -1;

/** Follows the feed once something was read; true while it has been interrupted for a while. */
function useFeed<Row>(
  { key, feed, change }: RowsSource<Row>,
  cursor: number | null,
  onChanges: (changes: readonly RowChange<Row>[]) => void,
): boolean {
  const { live } = useWorkspace();
  const queries = useQueryClient();
  const [isBehind, setBehind] = useState(false);
  const newest = useRef({ cursor, onChanges });
  useEffect(() => {
    newest.current = { cursor, onChanges };
  });
  const isRead = cursor !== null;
  useEffect(() => {
    if (!isRead || feed === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unfollow = live.follow(feed.topic, feed.key, newest.current.cursor ?? NOTHING_READ, {
      onFrame: ({ rows }) => newest.current.onChanges(rows.map(change)),
      onReset: () => void queries.invalidateQueries({ queryKey: key }),
      onState: (state) => {
        clearTimeout(timer);
        if (state === 'live') setBehind(false);
        else timer = setTimeout(() => setBehind(true), STALE_AFTER_MS);
      },
    });
    return () => {
      clearTimeout(timer);
      unfollow();
    };
  }, [isRead, live, feed, key, change, queries]);
  return isBehind;
}

/** Ids that were marked within the last seconds. */
function useFresh(): readonly [ReadonlySet<string>, (ids: readonly string[]) => void] {
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const pending = timers.current;
    return () => pending.forEach(clearTimeout);
  }, []);
  const mark = useCallback((ids: readonly string[]) => {
    if (ids.length === 0) return;
    setFresh((before) => new Set([...before, ...ids]));
    const timer = setTimeout(() => {
      timers.current.delete(timer);
      setFresh((before) => new Set([...before].filter((id) => !ids.includes(id))));
    }, FRESH_MS);
    timers.current.add(timer);
  }, []);
  return [fresh, mark];
}
