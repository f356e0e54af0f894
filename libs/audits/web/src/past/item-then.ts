import {
  catalogueKey,
  VALUE_SHAPES,
  type ItemType,
  type ItemValue,
  type ItemValues,
  type PlanChange,
  type TreeItemView,
} from '@cotejo/audits-contracts';

/** A value of a worksheet as it was, and what the other version says where it says something else. */
export interface ValueThen {
  readonly key: string;
  readonly value: ItemValue;
  /** Undefined = the same in both. */
  readonly other: ItemValue | undefined;
  /** Which of its list it is of, from 1; null for what is in none. */
  readonly number: number | null;
}

/** Where among its siblings something stands is nothing that people read. */
const isRead = (key: string): boolean => !key.endsWith('.place');

/**
 * Values of an item at the version that is shown, in the order of its worksheet.
 * @param isLater whether the version that it is compared with came after it
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
  /** Lists come after all else, and in them last what only the other version has. */
  const entry = (key: string): number => number(key) ?? (LISTED.test(key) ? Infinity : 0);
  return [...new Set([...Object.keys(valores), ...others.keys()])]
    .filter(isRead)
    .sort((a, b) => compare(entry(a), entry(b)) || compare(place(a), place(b)) || compare(a, b))
    .map((key) => ({ key, value: valores[key] ?? null, other: others.get(key), number: number(key) }));
}

const compare = <T extends string | number>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0);

/** An entry of a list: which list, and which of it. */
const LISTED = /^(instruction|question)\.([^.]+)\./;

/** Which of its list a value is of, by the places that the list's entries have. */
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
