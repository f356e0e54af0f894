import { startTransition, useCallback, useEffect, useState } from 'react';

/** Milliseconds without typing after which the URL gets the search: browsers limit how often it may change. */
const URL_REST_MS = 200;

/**
 * Search of a list, ahead of the URL while somebody types: rows follow each keystroke, in a transition that the next
 * keystroke interrupts.
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
