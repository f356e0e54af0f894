import type { Expansion } from '@cotejo/ui';
import { ALL_LEVELS, openTo } from '@cotejo/ui';
import { useCallback, useEffect, useState } from 'react';
import { firstExpansion, readTreeMemory, writeTreeMemory } from './tree-memory.ts';

export interface Expansions {
  readonly expansion: Expansion;
  change(change: (now: Expansion) => Expansion): void;
  /** This person has not been in this audit's tree before, and has not put the explanation away. */
  readonly isFirstVisit: boolean;
  readHint(): void;
}

const WHOLE = openTo(ALL_LEVELS);

/**
 * What is open in an audit's tree, kept for the next visit. While `filterKey` is given everything that it lets
 * through is open at first, and what is closed then is forgotten with it.
 */
export function useExpansion(
  user: string,
  audit: string,
  size: number,
  filterKey: object | null,
): Expansions {
  const [first] = useState(() => readTreeMemory(localStorage, user, audit));
  const [own, setOwn] = useState<Expansion | null>(first?.expansion ?? null);
  const [isHintRead, setHintRead] = useState(first?.isHintRead ?? false);
  const [filtered, setFiltered] = useState<{ key: object | null; expansion: Expansion }>({
    key: null,
    expansion: WHOLE,
  });
  if (filtered.key !== filterKey) setFiltered({ key: filterKey, expansion: WHOLE });
  // Known once the plan is loaded: an import that fills it later must not open or close anything.
  if (own === null && size > 0) setOwn(firstExpansion(size));

  useEffect(() => {
    if (own === null) return undefined;
    const timer = setTimeout(
      () => writeTreeMemory(localStorage, user, audit, { expansion: own, isHintRead }),
      300,
    );
    return () => clearTimeout(timer);
  }, [user, audit, own, isHintRead]);

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
    isFirstVisit: first === null && !isHintRead,
    readHint: useCallback(() => setHintRead(true), []),
  };
}
