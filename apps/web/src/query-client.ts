import { ApiError } from '@cotejo/http/client';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';

const FIVE_MINUTES = 5 * 60 * 1000;
const RETRIES = 3;
const LONGEST_WAIT = 30_000;

/** Waits 1, 2, 4 s … and never more than 30. */
export const retryDelay = (attempt: number): number => Math.min(1000 * 2 ** attempt, LONGEST_WAIT);

/** A refusal stays one however often it is asked; all else may heal. */
export function mayHeal(failures: number, error: unknown): boolean {
  const refused =
    error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
  return failures < RETRIES && !refused;
}

/**
 * The cache of what the server said. `tell` speaks of failures that no page shows by itself: of an action,
 * and of data that was there already. Of a 401 nobody speaks here: the session does.
 */
export function createQueryClient(tell: (error: unknown) => void): QueryClient {
  const silent = (error: unknown) => error instanceof ApiError && error.status === 401;
  return new QueryClient({
    defaultOptions: {
      queries: { gcTime: FIVE_MINUTES, retry: mayHeal, retryDelay },
      mutations: { retry: false },
    },
    queryCache: new QueryCache({
      onError: (error, query) => {
        const offline = error instanceof ApiError && error.status === 0;
        // A page that asks over and over says by itself that it failed.
        const told = query.meta?.['shown'] === true;
        if (query.state.data !== undefined && !silent(error) && !offline && !told) tell(error);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        // A form that shows its own errors says so.
        if (mutation.meta?.['shown'] !== true && !silent(error)) tell(error);
      },
    }),
  });
}
