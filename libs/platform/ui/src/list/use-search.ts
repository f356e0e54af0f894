import { startTransition, useCallback, useEffect, useState } from 'react';

/** Milliseconds without typing after which the URL gets the search: browsers limit how often it may change. */
const URL_REST_MS = 200;

/**
 * Search text of a list. Each keystroke filters the rows in a transition, which the next keystroke interrupts; the URL
 * is written after a rest.
 * @param inUrl the URL's search
 * @param write changes it; memoized by the caller
 */
export function useSearch(
  inUrl: string,
  write: (search: string) => void,
): readonly [search: string, setSearch: (search: string) => void] {
  const [ahead, setAhead] = useState<string | null>(null);
  if (ahead === inUrl) setAhead(null);
  useEffect(() => {
    if (ahead === null) return undefined;
    const timer = setTimeout(() => write(ahead), URL_REST_MS);
    return () => clearTimeout(timer);
  }, [ahead, write]);
  const setSearch = useCallback((search: string) => startTransition(() => setAhead(search)), []);
  return [ahead ?? inUrl, setSearch];
}
