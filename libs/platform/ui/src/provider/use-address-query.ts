import { use, useCallback } from 'react';
import { UNSAFE_DataRouterContext, useSearchParams, type NavigateOptions } from 'react-router';

export type ChangeQuery = (
  change: (now: URLSearchParams) => URLSearchParams,
  options?: NavigateOptions,
) => void;

/**
 * The query of the rendered address, and how to change it. A change begins with the router's newest address: it is
 * rendered in a transition, and `useSearchParams` would let the second of two quick changes undo the first.
 */
export function useAddressQuery(): readonly [URLSearchParams, ChangeQuery] {
  const [query, setQuery] = useSearchParams();
  const router = use(UNSAFE_DataRouterContext)?.router;
  const change = useCallback<ChangeQuery>(
    (next, options) =>
      setQuery((drawn) => next(router ? new URLSearchParams(router.state.location.search) : drawn), options),
    [setQuery, router],
  );
  return [query, change];
}
