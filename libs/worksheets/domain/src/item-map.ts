import type { ItemId } from '@cotejo/audits-contracts';

/** Shelves of a map: an audit of ten thousand items has about forty on each. */
const SHELVES = 256;

/** The same for the same id, whatever the order in which items come. */
function shelfOf(id: ItemId): number {
  let hash = 0;
  for (let index = 0; index < id.length; index++) hash = (Math.imul(hash, 31) + id.charCodeAt(index)) | 0;
  return hash & (SHELVES - 1);
}

type Shelf<V> = ReadonlyMap<ItemId, V>;
const EMPTY: Shelf<never> = new Map<ItemId, never>();

/**
 * What a slice keeps by item. A change makes another map and shares all shelves but one with it, so that overlays
 * may hold the one before, and a change of one among ten thousand costs no copy of all of them.
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

/** Names of what differs between two states of an item, for each item of which something does. */
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
