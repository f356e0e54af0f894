import { useCallback, useMemo } from 'react';
import { useAddressQuery } from '../provider/use-address-query.ts';
import { readChosen, writeChosen } from './list-address.ts';

/** The chosen values of a list's column filter, for a page whose rows depend on it, and how to choose others. */
export function useChosen(id: string): readonly [readonly string[], (values: readonly string[]) => void] {
  const [query, setQuery] = useAddressQuery();
  const choose = useCallback(
    (values: readonly string[]) => setQuery((now) => writeChosen(now, id, values), { replace: true }),
    [setQuery, id],
  );
  return [useMemo(() => readChosen(query, id), [query, id]), choose];
}
