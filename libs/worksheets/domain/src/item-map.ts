import type { ItemId } from '@cotejo/audits-contracts';

/** Number of buckets: in an audit of ten thousand items each has about forty entries. */
const SHELVES = 256;

/** Deterministic hash: the bucket depends on the id only, not on insertion order. */
function shelfOf(id: ItemId): number {
  let hash = 0;
  for (let index = 0; index < id.length; index++) hash = (Math.imul(hash, 31) + id.charCodeAt(index)) | 0;
  return hash & (SHELVES - 1);
}

type Shelf<V> = ReadonlyMap<ItemId, V>;
const EMPTY: Shelf<never> = new Map<ItemId, never>();

/**
 * Persistent map by item. A change creates another map that shares all buckets but one, so that overlays keep
 * the previous map and a change among ten thousand items does not copy them all.
 */
export class ItemMap<V> implements Iterable<readonly [ItemId, V]> {
  private constructor(private readonly shelves: readonly (Shelf<V> | undefined)[]) {}

  static of<V>(entries: Iterable<readonly [ItemId, V]> = []): ItemMap<V> {
    const shelves: (Map<ItemId, V> | undefined)[] = Array.from({ length: SHELVES });
    for (const [id, value] of entries) {
      const shelf = (shelves[shelfOf(id)] ??= new Map());
      shelf.set(id, value);
    }
    return new ItemMap(shelves);
  }

  get(id: ItemId): V | undefined {
    return this.shelves[shelfOf(id)]?.get(id);
  }

  with(id: ItemId, value: V): ItemMap<V> {
    const at = shelfOf(id);
    return new ItemMap(this.shelves.with(at, new Map(this.shelves[at] ?? EMPTY).set(id, value)));
  }

  without(ids: readonly ItemId[]): ItemMap<V> {
    const shelves = [...this.shelves];
    for (const id of ids) {
      const at = shelfOf(id);
      if (!shelves[at]?.has(id)) continue;
      const left = new Map(shelves[at]);
      left.delete(id);
      shelves[at] = left;
    }
    return new ItemMap(shelves);
  }

  *[Symbol.iterator](): Iterator<readonly [ItemId, V]> {
    for (const shelf of this.shelves) if (shelf) yield* shelf;
  }
}

/** Names of differences between two states, for each item that differs. */
export function differingByItem<V>(
  before: ItemMap<V>,
  after: ItemMap<V>,
  differing: (old: V | undefined, now: V | undefined) => readonly string[],
): ReadonlyMap<ItemId, readonly string[]> {
  const found = new Map<ItemId, readonly string[]>();
  const look = (id: ItemId, old: V | undefined, now: V | undefined): void => {
    const names = old === now ? [] : differing(old, now);
    if (names.length > 0) found.set(id, names);
  };
  for (const [id, now] of after) look(id, before.get(id), now);
  for (const [id, old] of before) if (after.get(id) === undefined) look(id, old, undefined);
  return found;
}
