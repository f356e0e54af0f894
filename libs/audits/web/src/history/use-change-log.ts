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

const PAGE = 100;

/** Newest first, each version once. */
export function mergeChanges(...lists: readonly (readonly ChangeRow[])[]): ChangeRow[] {
  const byVersion = new Map<number, ChangeRow>();
  for (const list of lists) for (const row of list) byVersion.set(row.version, row);
  return [...byVersion.values()].sort((a, b) => b.version - a.version);
}

export interface WantedLog {
  readonly audit: string;
  readonly filter: LogFilter;
  readonly scope: LogScope | null;
  /** Whether an item is under another; absent where nobody knows the tree. */
  readonly isUnder?: ((item: string, above: ItemId) => boolean) | undefined;
}

/** The audit's change log: pages back into the past, and what happens from now on as it happens. */
export function useChangeLog({ audit, filter, scope, isUnder }: WantedLog) {
  const { api, live } = useWorkspace();
  /** What came by the feed, all of it: what is looked for may change. */
  const [fresh, setFresh] = useState<readonly ChangeRow[]>([]);
  const zone = useTimeZone();
  const query = queryOf(filter, scope, zone);

  const past = useInfiniteQuery({
    queryKey: ['change-log', audit, query],
    initialPageParam: null as number | null,
    queryFn: ({ pageParam, signal }) => {
      const page = { limite: `${PAGE}`, ...(pageParam !== null && { antes: `${pageParam}` }) };
      const asked = { params: { model: 'auditoria', id: audit }, query: { ...query, ...page } } as const;
      return perform(api, changeLogCalls.history, asked, { signal });
    },
    getNextPageParam: (last) => (last.length < PAGE ? null : (last.at(-1)?.version ?? null)),
    placeholderData: keepPreviousData,
    // The panel opens on what is true now, not on what it showed an hour ago.
    gcTime: 0,
    // What comes later comes by the feed.
    staleTime: Infinity,
  });

  const { refetch } = past;
  const newest = past.data?.pages[0]?.[0]?.version ?? (past.isSuccess ? -1 : null);
  // The feed goes on from the first answer, whatever is looked for later.
  const [since, setSince] = useState<number | null>(null);
  if (since === null && newest !== null) setSince(newest);
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
        fresh.filter((row) => isLookedFor(row, filter, scope, zone, isUnder)),
        ...(past.data?.pages ?? []),
      ),
    [fresh, past.data, filter, scope, zone, isUnder],
  );
  return { ...past, rows, freshFrom: newest ?? Number.POSITIVE_INFINITY };
}
