import { QUERY_CACHE } from '@cotejo/access-contracts';
import { ApiError } from '@cotejo/http/client';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';

const { gcTime, retries, longestRetryDelay } = QUERY_CACHE;

/** Milliseconds: 1, 2, 4 s … up to 30 s. */
export const retryDelay = (attempt: number): number => Math.min(1000 * 2 ** attempt, longestRetryDelay);

/** Retries transient failures only; a refusal (4xx except 429) is final. */
export function mayHeal(failures: number, error: unknown): boolean {
  const refused =
    error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
  return failures < retries && !refused;
}

/**
 * Query cache. `tell` reports failures that no page shows: of mutations, and of refetches of shown data. Not
 * reported here: 401, which the session handles, and failures for which `concernsPage` returns true.
 */
export function createQueryClient(
  tell: (error: unknown) => void,
  concernsPage: (error: unknown) => boolean = () => false,
): QueryClient {
  const silent = (error: unknown) =>
    concernsPage(error) || (error instanceof ApiError && error.status === 401);
  return new QueryClient({
    defaultOptions: {
      queries: { gcTime, retry: mayHeal, retryDelay },
      mutations: { retry: false },
    },
    queryCache: new QueryCache({
      onError: (error, query) => {
        const isSilent = silent(error);
        const offline = error instanceof ApiError && error.status === 0;
        // Polling pages show their failures themselves.
        const told = query.meta?.['shown'] === true;
        if (query.state.data !== undefined && !isSilent && !offline && !told) tell(error);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        const isSilent = silent(error);
        // Forms that show their own errors are marked by `shown`.
        if (mutation.meta?.['shown'] !== true && !isSilent) tell(error);
      },
    }),
  });
}
