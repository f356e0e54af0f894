import {
  catalogueKey,
  VALUE_SHAPES,
  type ItemType,
  type ItemValue,
  type ItemValues,
  type PlanChange,
  type TreeItemView,
} from '@cotejo/audits-contracts';

/** A past worksheet value and, where it differs, the value in the compared version. */
export interface ValueThen {
  readonly key: string;
  readonly value: ItemValue;
  /** Undefined = equal in both versions. */
  readonly other: ItemValue | undefined;
  /** 1-based number within its list; null for values outside lists. */
  readonly number: number | null;
}

/** Positions of list entries are not displayed. */
const isRead = (key: string): boolean => !key.endsWith('.place');

/**
 * Values of an item at the shown version, in worksheet order.
 * @param isLater whether the compared version is the later one
 */
export function valuesThen(
  type: ItemType,
  { valores }: Pick<TreeItemView, 'valores'>,
  change: PlanChange | undefined,
  isLater: boolean,
): ValueThen[] {
  const others = new Map(
    (change?.values ?? []).map(({ key, from, to }) => [key, isLater ? to : from] as const),
  );
  const catalogue = Object.keys(VALUE_SHAPES[type] ?? {});
  const place = (key: string): number => {
    const at = catalogue.indexOf(catalogueKey(key) ?? key);
    return at < 0 ? catalogue.length : at;
  };
  const number = numbering(valores);
  /** Lists come after all other values; within them, entries that only the compared version has come last. */
  const entry = (key: string): number => number(key) ?? (LISTED.test(key) ? Infinity : 0);
  return [...new Set([...Object.keys(valores), ...others.keys()])]
    .filter(isRead)
    .sort((a, b) => compare(entry(a), entry(b)) || compare(place(a), place(b)) || compare(a, b))
    .map((key) => ({ key, value: valores[key] ?? null, other: others.get(key), number: number(key) }));
}

const compare = <T extends string | number>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0);

/** Key of a list entry: list name and entry id. */
const LISTED = /^(instruction|question)\.([^.]+)\./;

/** Returns the number of a value's entry within its list, from the entries' positions. */
function numbering(values: ItemValues): (key: string) => number | null {
  const lists = new Map<string, { readonly id: string; readonly place: string }[]>();
  for (const [key, place] of Object.entries(values)) {
    const [, list, id] = LISTED.exec(key) ?? [];
    if (isRead(key) || list === undefined || id === undefined || typeof place !== 'string') continue;
    lists.set(list, [...(lists.get(list) ?? []), { id, place }]);
  }
  for (const entries of lists.values())
    entries.sort((a, b) => compare(a.place, b.place) || compare(a.id, b.id));
  return (key) => {
    const [, list = '', id] = LISTED.exec(key) ?? [];
    const at = lists.get(list)?.findIndex((entry) => entry.id === id) ?? -1;
    return at < 0 ? null : at + 1;
  };
}
