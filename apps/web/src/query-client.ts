import { QUERY_CACHE } from '@cotejo/access-contracts';
import { ApiError } from '@cotejo/http/client';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';

const { gcTime, retries, longestRetryDelay } = QUERY_CACHE;

/** Waits 1, 2, 4 s … and never more than 30. */
export const retryDelay = (attempt: number): number => Math.min(1000 * 2 ** attempt, longestRetryDelay);

/** A refusal stays one however often it is asked; all else may heal. */
export function mayHeal(failures: number, error: unknown): boolean {
  const refused =
    error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
  return failures < retries && !refused;
}

/**
 * The cache of what the server said. `tell` speaks of failures that no page shows by itself: of an action,
 * and of data that was there already. Of a 401 nobody speaks here: the session does; nor of what `concernsPage`
 * takes upon itself.
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
        // A page that asks over and over says by itself that it failed.
        const told = query.meta?.['shown'] === true;
        if (query.state.data !== undefined && !isSilent && !offline && !told) tell(error);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        const isSilent = silent(error);
        // A form that shows its own errors says so.
        if (mutation.meta?.['shown'] !== true && !isSilent) tell(error);
      },
    }),
  });
}
