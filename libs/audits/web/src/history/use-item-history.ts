import { itemHistoryCall, type ItemId } from '@cotejo/audits-contracts';
import { perform } from '@cotejo/http/client';
import { useWorkspace } from '@cotejo/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

/**
 * Changes of one item, newest first. `version` is the version of its last change; a new one triggers a
 * reload.
 */
export function useItemHistory(item: ItemId, version: number) {
  const { api } = useWorkspace();
  return useQuery({
    queryKey: ['item-history', item, version],
    queryFn: ({ signal }) =>
      perform(api, itemHistoryCall, { params: { id: item, action: 'history' } }, { signal }),
    // The previous list stays visible while the new one loads.
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });
}
