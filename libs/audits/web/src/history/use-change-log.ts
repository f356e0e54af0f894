import {
  CHANGE_LOG_TOPIC,
  changeLogCalls,
  changeRow,
  type ChangeRow,
  type ItemId,
} from '@cotejo/audits-contracts';
import { perform } from '@cotejo/http/client';
import { useTimeZone, useWorkspace } from '@cotejo/ui';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { isLookedFor, queryOf, type LogFilter, type LogScope } from './change-filter.ts';
import { beginningFor, PAGE } from './log-beginning.ts';

/** Merges lists of changes, newest first, without duplicates. */
export function mergeChanges(...lists: readonly (readonly ChangeRow[])[]): ChangeRow[] {
  const byVersion = new Map<number, ChangeRow>();
  for (const list of lists) for (const row of list) byVersion.set(row.version, row);
  return [...byVersion.values()].sort((a, b) => b.version - a.version);
}

export interface WantedLog {
  readonly audit: string;
  readonly filter: LogFilter;
  readonly scope: LogScope | null;
  /** Whether an item is a descendant of another; absent where the tree is not loaded. */
  readonly isUnder?: ((item: string, above: ItemId) => boolean) | undefined;
  /** A past version that must be among the changes; null = the newest ones, live. */
  readonly around?: { readonly version: number; readonly head: number } | null;
}

/** The audit's change log: pages of older changes, merged with the live feed. */
export function useChangeLog({ audit, filter, scope, isUnder, around = null }: WantedLog) {
  const { api, live } = useWorkspace();
  /** All changes received live, unfiltered, because the filter may change. */
  const [fresh, setFresh] = useState<readonly ChangeRow[]>([]);
  const zone = useTimeZone();
  const query = queryOf(filter, scope, zone);
  const [begun, setBefore] = useState(() => {
    const beginning = around === null ? null : beginningFor(around, null);
    return beginning === 'kept' ? null : beginning;
  });
  const before = around === null ? null : begun;

  const past = useInfiniteQuery({
    queryKey: ['change-log', audit, query, before],
    initialPageParam: before,
    queryFn: ({ pageParam, signal }) => {
      const page = { limite: `${PAGE}`, ...(pageParam !== null && { antes: `${pageParam}` }) };
      const asked = { params: { model: 'auditoria', id: audit }, query: { ...query, ...page } } as const;
      return perform(api, changeLogCalls.history, asked, { signal });
    },
    getPreviousPageParam: ([newestOfAll]) => {
      const first = newestOfAll?.version;
      const hasNewer = before !== null && around !== null && first !== undefined && first < around.head;
      return hasNewer ? first + PAGE + 1 : null;
    },
    getNextPageParam: (last) => (last.length < PAGE ? null : (last.at(-1)?.version ?? null)),
    placeholderData: keepPreviousData,
    // Not cached after the panel closes, so that it opens with current data.
    gcTime: 0,
    // Newer changes arrive by the feed.
    staleTime: Infinity,
  });

  const { refetch } = past;
  const newest = past.data?.pages[0]?.[0]?.version ?? (past.isSuccess ? -1 : null);
  const oldest = past.data?.pages.at(-1)?.at(-1)?.version ?? null;
  if (around !== null && newest !== null && !past.isPlaceholderData) {
    const held = oldest === null ? null : { from: oldest, to: before === null ? around.head : newest };
    const beginning = beginningFor(around, held);
    if (beginning !== 'kept' && beginning !== before) setBefore(beginning);
  }
  // The feed starts from the first answer, regardless of later filters.
  const [since, setSince] = useState<number | null>(null);
  if (since === null && newest !== null && before === null) setSince(newest);
  const again = useRef(refetch);
  useEffect(() => {
    again.current = refetch;
  }, [refetch]);
  useEffect(() => {
    if (since === null) return;
    return live.follow(CHANGE_LOG_TOPIC, audit, since, {
      onFrame: ({ rows }) => {
        const changes = rows.map((row) => changeRow.parse(row));
        setFresh((known) => mergeChanges(changes, known));
      },
      onReset: () => {
        setFresh([]);
        void again.current();
      },
    });
  }, [live, audit, since]);

  const rows = useMemo(
    () =>
      mergeChanges(
        before === null ? fresh.filter((row) => isLookedFor(row, filter, scope, zone, isUnder)) : [],
        ...(past.data?.pages ?? []),
      ),
    [fresh, past.data, filter, scope, zone, isUnder, before],
  );
  return { ...past, rows, freshFrom: newest ?? Number.POSITIVE_INFINITY };
}
