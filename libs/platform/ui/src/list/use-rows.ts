import { changedIds, mergeRows, presentRows, type LiveRows, type RowChange } from '@cotejo/live/client';
import {
  keepPreviousData,
  replaceEqualDeep,
  useQuery,
  useQueryClient,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useWorkspace } from '../workspace/workspace.tsx';

/** A page of rows, and the feed's cursor for later changes. */
export interface RowsPage<Row> {
  readonly changes: readonly RowChange<Row>[];
  readonly cursor: number;
  /** Whether more pages follow. */
  readonly hasMore: boolean;
}

/** Source of a list's rows. Must be referentially stable: a new source reloads all rows. */
export interface RowsSource<Row> {
  readonly key: QueryKey;
  readonly first: (signal: AbortSignal) => Promise<RowsPage<Row>>;
  /** Changes after a cursor, oldest first: without gaps, even if rows move between pages meanwhile. */
  readonly after: (cursor: number, signal: AbortSignal) => Promise<RowsPage<Row>>;
  /** Null = the list is not live. */
  readonly feed: { readonly topic: string; readonly key: string } | null;
  /** Parses one row of a feed frame. */
  readonly change: (raw: unknown) => RowChange<Row>;
  /** Shows the rows of the previous source until its own are loaded: for sources that overlap. */
  readonly keepsPrevious?: boolean;
}

/** A source whose rows come in one answer; the feed tells all of them again once it is followed. */
export function wholeSource<Row extends { readonly id: string; readonly version: number }>({
  read,
  ...source
}: Pick<RowsSource<Row>, 'key' | 'feed' | 'change' | 'keepsPrevious'> & {
  /** The rows as the call parsed them. */
  readonly read: (signal: AbortSignal) => Promise<readonly Row[]>;
}): RowsSource<Row> {
  const first = async (signal: AbortSignal): Promise<RowsPage<Row>> => ({
    changes: (await read(signal)).map((row) => ({ id: row.id, version: row.version, row })),
    ...{ cursor: NOTHING_READ, hasMore: false },
  });
  return { ...source, first, after: (_cursor, signal) => first(signal) };
}

/** Rows held by one list at most: a browser filters and orders so many within a frame. */
export const MOST_LIST_ROWS = 10_000;
/** Milliseconds during which rows that were read ahead are not read again. */
const AHEAD_MS = 1_500;
/** Milliseconds that a row changed by another user is highlighted. */
const FRESH_MS = 4_000;
/** Milliseconds of interruption of the feed before the list is marked as stale. */
const STALE_AFTER_MS = 3_000;

export interface ListRows<Row> {
  readonly status: 'loading' | 'failed' | 'ready';
  readonly rows: readonly Row[];
  readonly error: unknown;
  /** Ids of rows just changed by other users. */
  readonly fresh: ReadonlySet<string>;
  /** Changes of other users may be missing: the feed is interrupted, or reloading failed. */
  readonly isStale: boolean;
  /** More rows exist than the list holds; the missing ones can only be found by a search on the server. */
  readonly isCut: boolean;
  readonly retry: () => void;
  /** Applies a change at once: the answer to the user's own act, or its expected result. */
  readonly put: (change: RowChange<Row>) => void;
}

interface Held<Row> {
  readonly rows: LiveRows<Row>;
  readonly cursor: number;
  readonly isCut: boolean;
}

/** Reads all rows page by page; `since` are the changes that the feed told meanwhile. */
async function readRows<Row>(
  { key, first, after }: RowsSource<Row>,
  queries: QueryClient,
  signal: AbortSignal,
  since: () => readonly RowChange<Row>[] = () => [],
): Promise<Held<Row>> {
  let { cursor, hasMore, changes } = await first(signal);
  const start = cursor;
  let rows = mergeRows<Row>(new Map(), changes);
  const held = () => ({ rows: mergeRows(rows, since()), cursor: start, isCut: hasMore });
  // The first pages are shown while the rest load; older cached data are complete and stay until then.
  if (hasMore && queries.getQueryData(key) === undefined) {
    queries.setQueryData<Held<Row>>(key, { ...held(), isCut: false });
  }
  cursor = NOTHING_READ;
  while (hasMore && rows.size < MOST_LIST_ROWS) {
    ({ cursor, hasMore, changes } = await after(cursor, signal));
    rows = mergeRows(rows, changes);
  }
  return held();
}

/** Rows that a later answer or frame tells again as they were keep their identity, so that lists don't draw them again. */
function keepEqual<Row>(before: Held<Row> | undefined, after: Held<Row>): Held<Row> {
  if (before === undefined) return after;
  const rows = new Map(
    [...after.rows].map(([id, change]): [string, RowChange<Row>] => {
      const old = before.rows.get(id);
      if (old === undefined || old === change) return [id, change];
      const row = replaceEqualDeep(old.row, change.row);
      return [id, row === old.row && change.version === old.version ? old : { ...change, row }];
    }),
  );
  const isSame =
    rows.size === before.rows.size && [...rows].every(([id, change]) => before.rows.get(id) === change);
  return { ...after, rows: isSame ? before.rows : rows };
}

/** Reads the rows of a list that will probably be opened next; the list shows them if they are not older than `AHEAD_MS`. */
export const readRowsAhead = <Row>(queries: QueryClient, source: RowsSource<Row>): Promise<void> =>
  queries.prefetchQuery({
    queryKey: source.key,
    queryFn: ({ signal }) => readRows(source, queries, signal),
    staleTime: AHEAD_MS,
  });

/** Rows of a list: loaded page by page, then updated by the feed; reloaded after a reconnection. */
export function useRows<Row>(source: RowsSource<Row>): ListRows<Row> {
  const { key, feed } = source;
  const queries = useQueryClient();
  const since = useRef<RowChange<Row>[]>([]);
  const query = useQuery({
    queryKey: key,
    meta: { shown: true },
    // Only a feed tells what changed since rows were read ahead.
    staleTime: feed === null ? 0 : AHEAD_MS,
    structuralSharing: (before, after) => keepEqual(before as Held<Row> | undefined, after as Held<Row>),
    ...(source.keepsPrevious === true && { placeholderData: keepPreviousData }),
    queryFn: ({ signal }) => {
      since.current = [];
      return readRows(source, queries, signal, () => since.current);
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

/** Follows the feed after the first load; returns true after a longer interruption. */
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

/** Ids highlighted within the last seconds. */
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
