/** Expansion of a tree: all rows above a level, with individual exceptions. */
export interface Expansion {
  /** Rows of a level below this are open; 0 = none, `ALL_LEVELS` = every one. */
  readonly levels: number;
  readonly switched: ReadonlySet<string>;
}

export const ALL_LEVELS = Number.MAX_SAFE_INTEGER;

const NONE: ReadonlySet<string> = new Set();

export const openTo = (levels: number): Expansion => ({ levels, switched: NONE });

export const isOpenIn = (expansion: Expansion, id: string, level: number): boolean =>
  level < expansion.levels !== expansion.switched.has(id);

/** Opens or closes some rows; returns the same object if nothing changes. */
export function setOpen(
  expansion: Expansion,
  rows: Iterable<{ readonly id: string; readonly level: number }>,
  isOpen: boolean,
): Expansion {
  const switched = new Set(expansion.switched);
  for (const { id, level } of rows)
    if (level < expansion.levels === isOpen) switched.delete(id);
    else switched.add(id);
  const isSame =
    switched.size === expansion.switched.size && [...switched].every((id) => expansion.switched.has(id));
  return isSame ? expansion : { levels: expansion.levels, switched };
}

/** Rows whose state differs; null if the levels differ. */
export function switchedBetween(a: Expansion, b: Expansion): string[] | null {
  if (a.levels !== b.levels) return null;
  const only = (one: Expansion, other: Expansion) =>
    [...one.switched].filter((id) => !other.switched.has(id));
  return [...only(a, b), ...only(b, a)];
}
