import { AUDIT_SUMMARY_TOPIC, auditSummary, summaryCalls, type AuditSummary } from '@cotejo/audits-contracts';
import { perform } from '@cotejo/http/client';
import { useWorkspace } from '@cotejo/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/** Milliseconds before a summary in which a count timed out on the server is requested again. */
const COUNT_AGAIN_MS = 2_000;

/** Figures that the tree does not contain: notes, missing evidence, charged hours, last author. Updated by the feed. */
export function useServerSummary(audit: string): AuditSummary | undefined {
  const { api, live } = useWorkspace();
  const queries = useQueryClient();
  const { data, isSuccess } = useQuery({
    queryKey: ['audit-summary', audit],
    queryFn: ({ signal }) =>
      perform(api, summaryCalls.summary, { params: { model: 'auditoria', id: audit } }, { signal }),
    // The feed delivers updates, but sends no row when a count that timed out becomes available.
    staleTime: Infinity,
    refetchInterval: ({ state: { data } }) =>
      data?.notas === null || data?.sin_evidencia === null ? COUNT_AGAIN_MS : false,
    gcTime: 0,
  });
  useEffect(() => {
    if (!isSuccess) return undefined;
    const queryKey = ['audit-summary', audit];
    return live.follow(AUDIT_SUMMARY_TOPIC, audit, -1, {
      onFrame: ({ rows }) => {
        const newest = rows.map((row) => auditSummary.parse(row)).at(-1);
        if (newest) queries.setQueryData(queryKey, newest);
      },
      onReset: () => void queries.invalidateQueries({ queryKey }),
    });
  }, [live, audit, isSuccess, queries]);
  return data;
}
