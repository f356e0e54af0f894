import { changeRow, type ItemId } from '@cotejo/audits-contracts';
import { useWorkspace } from '@cotejo/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { z } from 'zod';

/** The changes of one item, newest first. `version` is that of its last change: another one is read anew. */
export function useItemHistory(item: ItemId, version: number) {
  const { api } = useWorkspace();
  return useQuery({
    queryKey: ['item-history', item, version],
    queryFn: ({ signal }) =>
      api.get(`/proyecto/riesgo/auditoria_treeitem/${item}/history/`, {
        schema: z.array(changeRow),
        signal,
      }),
    // What was read before stays while what is new comes.
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });
}
