import * as Y from 'yjs';

/** A struct decoded from an update, not yet integrated into a document. */
export type Struct = Y.Item | Y.GC;

export const endOf = ({ id, length }: { readonly id: Y.ID; readonly length: number }): number =>
  id.clock + length;

/** Id of a decoded item's parent element; null where the update does not name it. */
export function parentIdOf({ parent }: Y.Item): Y.ID | null {
  const named: unknown = parent;
  return named instanceof ID ? named : null;
}

const ID = Y.createID(0, 0).constructor as new () => Y.ID;

/**
 * Structs in the order in which Yjs integrates them: highest client id first, each after the structs of the same update
 * that it depends on. Ends early at circular dependencies.
 * @param byClient structs that the document lacks, in the order of their clocks; they are used up
 */
export function* inOrder(byClient: ReadonlyMap<number, readonly Struct[]>): Generator<Struct> {
  const next = new Map<number, number>();
  const head = (client: number): Struct | undefined => byClient.get(client)?.[next.get(client) ?? 0];
  const missing = (id: Y.ID | null, own: number): number | null => {
    if (id === null || id.client === own) return null;
    const waiting = head(id.client);
    return waiting && id.clock >= waiting.id.clock ? id.client : null;
  };
  for (const client of [...byClient.keys()].sort((a, b) => b - a)) {
    const waiting: number[] = [];
    const blocked = new Set<number>();
    for (let at: number | undefined = client; at !== undefined;) {
      const struct = head(at);
      if (!struct) {
        at = waiting.pop();
        if (at !== undefined) blocked.delete(at);
        continue;
      }
      const needed: number | null =
        struct instanceof Y.Item
          ? (missing(struct.origin, at) ?? missing(struct.rightOrigin, at) ?? missing(parentIdOf(struct), at))
          : null;
      if (needed !== null) {
        if (needed === at || blocked.has(needed)) return;
        waiting.push(at);
        blocked.add(at);
        at = needed;
        continue;
      }
      yield struct;
      next.set(at, (next.get(at) ?? 0) + 1);
      at = waiting.pop() ?? at;
      blocked.delete(at);
    }
  }
}
