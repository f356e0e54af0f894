import { productCalls, type ProductKey } from '@cotejo/access-contracts';
import { perform, type ApiClient } from '@cotejo/http/client';
import { useWorkspace } from '@cotejo/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

const PRODUCT = ['product'] as const;

/** All accounts of the installation: their state, none of their content. */
export function useAccounts() {
  const { api } = useWorkspace();
  return useQuery({
    queryKey: [...PRODUCT, 'accounts'],
    queryFn: ({ signal }) => perform(api, productCalls.accounts, {}, { signal }),
  });
}

export function useSlots(account: string) {
  const { api } = useWorkspace();
  return useQuery({
    queryKey: [...PRODUCT, 'slots', account],
    queryFn: ({ signal }) => perform(api, productCalls.slots, { params: { id: account } }, { signal }),
  });
}

/** Runs a change of an account and reloads the data shown; errors are left to the form. */
export function useAct() {
  const { api } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    meta: { shown: true },
    mutationFn: (act: (api: ApiClient) => Promise<unknown>) => act(api),
    onSuccess: () => queries.invalidateQueries({ queryKey: PRODUCT }),
  });
}

/** Whether the user may change accounts, not only view them. */
export function useMayEdit(): boolean {
  return useWorkspace().can('product.accounts__edit' satisfies ProductKey);
}
