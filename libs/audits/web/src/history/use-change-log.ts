import { CHANGE_LOG_TOPIC, changeRow, type ChangeRow } from '@cotejo/audits-contracts';
import { useWorkspace } from '@cotejo/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { z } from 'zod';

const PAGE = 100;

/** Newest first, each version once. */
export function mergeChanges(...lists: readonly (readonly ChangeRow[])[]): ChangeRow[] {
  const byVersion = new Map<number, ChangeRow>();
  for (const list of lists) for (const row of list) byVersion.set(row.version, row);
  return [...byVersion.values()].sort((a, b) => b.version - a.version);
}

/** The audit's change log: pages back into the past, and what happens from now on as it happens. */
export function useChangeLog(audit: string) {
  const { api, live } = useWorkspace();
  const [fresh, setFresh] = useState<readonly ChangeRow[]>([]);

  const past = useInfiniteQuery({
    queryKey: ['change-log', audit],
    initialPageParam: null as number | null,
    queryFn: ({ pageParam, signal }) =>
      api.get(`/proyecto/riesgo/auditoria/${audit}/historial/`, {
        schema: z.array(changeRow),
        query: { limite: PAGE, antes: pageParam },
        signal,
      }),
    getNextPageParam: (last) => (last.length < PAGE ? null : (last.at(-1)?.version ?? null)),
    // The panel opens on what is true now, not on what it showed an hour ago.
    gcTime: 0,
    // What comes later comes by the feed.
    staleTime: Infinity,
  });

  const { refetch } = past;
  const newest = past.data?.pages[0]?.[0]?.version ?? (past.isSuccess ? -1 : null);
  useEffect(() => {
    if (newest === null) return;
    return live.follow(CHANGE_LOG_TOPIC, audit, newest, {
      onFrame: ({ rows }) => {
        const changes = rows.map((row) => changeRow.parse(row));
        setFresh((known) => mergeChanges(changes, known));
      },
      onReset: () => {
        setFresh([]);
        void refetch();
      },
    });
  }, [live, audit, newest, refetch]);

  const rows = useMemo(() => mergeChanges(fresh, ...(past.data?.pages ?? [])), [fresh, past.data]);
  return { ...past, rows, freshFrom: newest ?? Number.POSITIVE_INFINITY };
}
