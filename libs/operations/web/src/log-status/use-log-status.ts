import type { ProductKey } from '@cotejo/access-contracts';
import { ApiError, perform } from '@cotejo/http/client';
import { logStatusCalls, type RetryBody } from '@cotejo/operations-contracts';
import { useWorkspace } from '@cotejo/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

const LOG_STATUS = ['log-status'] as const;
const EVERY_MS = 2_000;

const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 401 || error.status === 403);

/** The state of the log, asked every two seconds while somebody looks. */
export function useLogStatus() {
  const { api } = useWorkspace();
  return useQuery({
    queryKey: LOG_STATUS,
    queryFn: ({ signal }) => perform(api, logStatusCalls.status, {}, { signal }),
    // A page that nobody sees asks nothing; a refusal stays one.
    refetchInterval: ({ state }) => (isRefused(state.error) ? false : EVERY_MS),
    refetchIntervalInBackground: false,
    // The next round is the retry, and the page itself says that one failed.
    retry: false,
    meta: { shown: true },
    gcTime: 0,
  });
}

/** Tries parked streams again; the figures are read anew afterwards, however it went. */
export function useRetry() {
  const { api } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: RetryBody) => perform(api, logStatusCalls.retry, { body }),
    onSettled: () => queries.invalidateQueries({ queryKey: LOG_STATUS }),
  });
}

/** Whether the person may try parked streams again. */
export function useMayRetry(): boolean {
  return useWorkspace().can('product.retry' satisfies ProductKey);
}
