import type { ProductKey } from '@cotejo/access-contracts';
import { ApiError, perform } from '@cotejo/http/client';
import { logStatusCalls, type RetryBody } from '@cotejo/operations-contracts';
import { useWorkspace } from '@cotejo/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

const LOG_STATUS = ['log-status'] as const;
const EVERY_MS = 2_000;

const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 401 || error.status === 403);

/** State of the log, requested every two seconds while the page is visible. */
export function useLogStatus() {
  const { api } = useWorkspace();
  return useQuery({
    queryKey: LOG_STATUS,
    queryFn: ({ signal }) => perform(api, logStatusCalls.status, {}, { signal }),
    // No requests while the page is hidden; a refusal stops the polling.
    refetchInterval: ({ state }) => (isRefused(state.error) ? false : EVERY_MS),
    refetchIntervalInBackground: false,
    // The next poll is the retry, and the page shows the failure itself.
    retry: false,
    meta: { shown: true },
    gcTime: 0,
  });
}

/** Retries parked streams, then reloads the figures, also after a failure. */
export function useRetry() {
  const { api } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: RetryBody) => perform(api, logStatusCalls.retry, { body }),
    onSettled: () => queries.invalidateQueries({ queryKey: LOG_STATUS }),
  });
}

/** Retries a failed job; the status is refetched in either case. */
export function useRetryJob() {
  const { api } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (job: string) => perform(api, logStatusCalls.retryJob, { body: { job } }),
    onSettled: () => queries.invalidateQueries({ queryKey: LOG_STATUS }),
  });
}

/** Whether the user may retry parked streams and failed jobs. */
export function useMayRetry(): boolean {
  return useWorkspace().can('product.retry' satisfies ProductKey);
}
