import type { Expansion } from '@cotejo/ui';
import { ALL_LEVELS, openTo } from '@cotejo/ui';
import { useCallback, useEffect, useState } from 'react';
import { firstExpansion, readTreeMemory, writeTreeMemory } from './tree-memory.ts';

export interface Expansions {
  readonly expansion: Expansion;
  change(change: (now: Expansion) => Expansion): void;
}

const WHOLE = openTo(ALL_LEVELS);

/**
 * Expansion of an audit's tree, stored for the next visit. While `filterKey` is set, all matching rows start expanded,
 * and changes made during that filter are dropped with it.
 */
export function useExpansion(
  user: string,
  audit: string,
  size: number,
  filterKey: object | null,
): Expansions {
  const [first] = useState(() => readTreeMemory(localStorage, user, audit));
  const [own, setOwn] = useState<Expansion | null>(first?.expansion ?? null);
  const [filtered, setFiltered] = useState<{ key: object | null; expansion: Expansion }>({
    key: null,
    expansion: WHOLE,
  });
  if (filtered.key !== filterKey) setFiltered({ key: filterKey, expansion: WHOLE });
  // Set once after the plan is loaded: a later import must not expand or collapse anything.
  if (own === null && size > 0) setOwn(firstExpansion(size));

  useEffect(() => {
    if (own === null) return undefined;
    const timer = setTimeout(() => writeTreeMemory(localStorage, user, audit, { expansion: own }), 300);
    return () => clearTimeout(timer);
  }, [user, audit, own]);

  const isFiltered = filterKey !== null;
  const change = useCallback(
    (next: (now: Expansion) => Expansion) => {
      if (isFiltered) setFiltered((now) => ({ ...now, expansion: next(now.expansion) }));
      else setOwn((now) => next(now ?? WHOLE));
    },
    [isFiltered],
  );
  return {
    expansion: isFiltered ? filtered.expansion : (own ?? WHOLE),
    change,
  };
}
