import { conclusionCalls, type AuditId, type ConclusionRead } from '@cotejo/audits-contracts';
import { perform } from '@cotejo/http/client';
import { useWorkspace } from '@cotejo/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';

/** Changes of an audit's rating and conclusion; the summary shows each of them through its feed. */
export function useConclusionActs(id: AuditId) {
  const { api } = useWorkspace();
  const queries = useQueryClient();
  return useMemo(() => {
    const params = { id };
    const done = () => queries.invalidateQueries({ queryKey: ['audit-summary', id] });
    return {
      /** Saves what differs of the rating and the text. */
      async save(before: ConclusionRead, rating: string | null, text: string): Promise<void> {
        if (rating !== (before.calificacion?.code ?? null))
          await perform(api, conclusionCalls.rate, { params, body: { calificacion: rating } });
        if (text.trim() !== before.texto)
          await perform(api, conclusionCalls.conclude, { params, body: { texto: text } });
        await done();
      },
      async sign({ version }: ConclusionRead): Promise<void> {
        await perform(api, conclusionCalls.sign, { params, body: { version } });
        await done();
      },
      async withdraw(): Promise<void> {
        await perform(api, conclusionCalls.withdraw, { params });
        await done();
      },
    };
  }, [api, id, queries]);
}

/** Levels from which the audit is rated, best first. */
export function useRatingScale(id: AuditId) {
  const { api } = useWorkspace();
  return useQuery({
    queryKey: ['audit-scale', id],
    queryFn: ({ signal }) => perform(api, conclusionCalls.scale, { params: { id } }, { signal }),
    gcTime: 0,
  });
}
