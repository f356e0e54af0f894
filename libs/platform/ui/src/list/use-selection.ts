import { useCallback, useMemo, useState } from 'react';

/** Rows selected for bulk actions. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly toggle: (id: string) => void;
  /** Selects all of these, or none if all are selected. */
  readonly toggleAll: (ids: readonly string[]) => void;
  readonly clear: () => void;
}

/** Keeps the selection while rows are filtered and ordered; rows that no longer exist are dropped. */
export function useSelection(present: readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const ids = useMemo(() => {
    if (chosen.size === 0) return chosen;
    const there = new Set(present);
    return new Set([...chosen].filter((id) => there.has(id)));
  }, [chosen, present]);
  const toggle = useCallback(
    (id: string) =>
      setChosen((before) => {
        const next = new Set(before);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    [],
  );
  const toggleAll = useCallback(
    (all: readonly string[]) =>
      setChosen((before) => {
        const isWhole = all.every((id) => before.has(id));
        return new Set(isWhole ? [...before].filter((id) => !all.includes(id)) : [...before, ...all]);
      }),
    [],
  );
  const clear = useCallback(() => setChosen(new Set()), []);
  return useMemo(() => ({ ids, toggle, toggleAll, clear }), [ids, toggle, toggleAll, clear]);
}
