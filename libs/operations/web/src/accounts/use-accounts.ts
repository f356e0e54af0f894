import { productCalls, type AccountRow, type ProductKey } from '@cotejo/access-contracts';
import { perform, type ApiClient } from '@cotejo/http/client';
import { useWorkspace } from '@cotejo/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

const PRODUCT = ['product'] as const;

/** Every account of the installation: how it stands, nothing of what is in it. */
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

/** Does something to an account; what is on screen is read anew after. The form shows what fails. */
export function useAct() {
  const { api } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    meta: { shown: true },
    mutationFn: (act: (api: ApiClient) => Promise<unknown>) => act(api),
    onSuccess: () => queries.invalidateQueries({ queryKey: PRODUCT }),
  });
}

/** Whether the person may change accounts, not only look at them. */
export function useMayEdit(): boolean {
  return useWorkspace().can('product.accounts__edit' satisfies ProductKey);
}

/** Names as people sort them. */
export const byName = (a: AccountRow, b: AccountRow): number =>
  a.account_name.localeCompare(b.account_name, 'es') || a.pkg.localeCompare(b.pkg);
