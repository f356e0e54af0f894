import { itemHistoryCall, type ItemId } from '@cotejo/audits-contracts';
import { perform } from '@cotejo/http/client';
import { useWorkspace } from '@cotejo/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

/** The changes of one item, newest first. `version` is that of its last change: another one is read anew. */
export function useItemHistory(item: ItemId, version: number) {
  const { api } = useWorkspace();
  return useQuery({
    queryKey: ['item-history', item, version],
    queryFn: ({ signal }) =>
      perform(api, itemHistoryCall, { params: { id: item, action: 'history' } }, { signal }),
    // What was read before stays while what is new comes.
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });
}
