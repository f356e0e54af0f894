import * as Y from 'yjs';
import { endOf, inOrder, type Struct } from '../in-order.ts';
import { ShadowLists, type Piece } from './shadow-lists.ts';
import { Steps, TooManySteps } from './steps.ts';

/**
 * Steps that applying one update may take, some 30 ms. Thirty users writing at one place, an hour of offline edits or a
 * large table cost a tenth of it.
 */
export const MOST_STEPS = 60_000;
/**
 * Excess steps (see `excessOf`) that all updates of a document may add up to, half a second: otherwise many small
 * updates that each walk through the others' items could make a document that no node can open.
 */
export const MOST_EXCESS = 2_000_000;
/** Free steps per update: enough for items of this many concurrent writers at one position. */
const FREE_STEPS = 500;

/** Steps beyond those that the size of the updates explains. */
export function excessOf(steps: number, updates: readonly Uint8Array[]): number {
  const explained = updates.reduce((sum, { length }) => sum + length + FREE_STEPS, 0);
  return Math.max(0, steps - explained);
}

/**
 * Steps that Yjs would take to apply these updates one after another, each in a transaction; null when they are more
 * than `most`. Counts the operations whose cost can exceed the size of the update: conflicting items at one position,
 * splitting and merging items in long arrays, and the contents of deleted elements. Takes about as many steps itself,
 * and changes nothing.
 * @param updates complete: all dependencies are in the document or in earlier updates
 */
export function integrationSteps(
  document: Y.Doc,
  updates: readonly Uint8Array[],
  most: number,
): number | null {
  const steps = new Steps(most);
  const lists = new ShadowLists(document, steps);
  const states = new Map<number, number>();
  try {
    for (const update of updates) {
      const { structs, ds } = Y.decodeUpdate(update);
      const known = (client: number): number => states.get(client) ?? Y.getState(document.store, client);
      const lacked = lackedOf(structs, known);
      for (const struct of inOrder(lacked)) lists.integrate(struct, known(struct.id.client));
      for (const [client, own] of lacked) states.set(client, endOf(own.at(-1) as Struct));
      const deletion = new Deletion(document, steps, lists);
      for (const [client, ranges] of ds.clients)
        for (const { clock, len } of ranges) deletion.take(client, clock, clock + len);
      deletion.end();
    }
    return steps.taken;
  } catch (error) {
    if (error instanceof TooManySteps) return null;
    throw error;
  }
}

function lackedOf(
  structs: ReturnType<typeof Y.decodeUpdate>['structs'],
  known: (client: number) => number,
): ReadonlyMap<number, readonly Struct[]> {
  const byClient = new Map<number, Struct[]>();
  for (const struct of structs) {
    if (struct instanceof Y.Skip || endOf(struct) <= known(struct.id.client)) continue;
    const own = byClient.get(struct.id.client);
    if (own) own.push(struct);
    else byClient.set(struct.id.client, [struct]);
  }
  for (const own of byClient.values()) own.sort((a, b) => a.id.clock - b.id.clock);
  return byClient;
}

/** Counts the items removed when ranges of clocks are deleted. */
class Deletion {
  /** Items counted already: a child is deleted with its parent, and may be named in a range too. */
  private readonly gone = new Set<Y.Item | Piece>();
  /** Ranges inside deleted elements, by client: Yjs merges them with their neighbours. */
  private readonly within = new Map<number, { readonly clock: number; readonly end: number }[]>();

  constructor(
    private readonly document: Y.Doc,
    private readonly steps: Steps,
    private readonly lists: ShadowLists,
  ) {}

  take(client: number, clock: number, end: number): void {
    this.steps.add(1);
    this.takeStored(client, clock, end);
    this.takeFresh(client, clock, end);
  }

  private takeStored(client: number, clock: number, end: number): void {
    const { store } = this.document;
    if (clock >= Y.getState(store, client)) return;
    const structs = store.clients.get(client) ?? [];
    let isSplit = false;
    let isNews = false;
    let before: Y.Item | null = null;
    let isRun = false;
    for (let index = Y.findIndexSS(structs, clock); index < structs.length; index++) {
      const struct = structs[index];
      if (!struct || struct.id.clock >= end) break;
      this.steps.add(1);
      if (!(struct instanceof Y.Item) || struct.deleted || this.gone.has(struct)) {
        before = null;
        isRun = false;
        continue;
      }
      isNews = true;
      isSplit ||= struct.id.clock < clock || endOf(struct) > end;
      const follows: boolean = before !== null && isOneWith(before, struct);
      if (follows && !isRun) this.steps.addSplice(this.lists.structsOf(client));
      isRun = follows;
      before = struct;
      this.gone.add(struct);
      if (struct.content instanceof Y.ContentType) this.goWithin(struct.content.type);
    }
    if (isSplit) this.lists.addSplits(client, 2);
    else if (isNews) this.steps.addSplice(this.lists.structsOf(client));
  }

  private takeFresh(client: number, clock: number, end: number): void {
    let isNews = false;
    for (const piece of this.lists.freshIn(client, clock, end)) {
      this.steps.add(1);
      if (piece.isDeleted || this.gone.has(piece)) continue;
      this.gone.add(piece);
      isNews = true;
      this.goWithinFresh(piece);
    }
    if (isNews) this.lists.addSplits(client, 2);
  }

  /** Contents of deleted elements are replaced by GC structs, and adjacent ones are merged. */
  end(): void {
    for (const [client, ranges] of this.within) {
      ranges.sort((a, b) => a.clock - b.clock);
      const runs = ranges.filter(({ clock }, index) => ranges[index - 1]?.end !== clock).length;
      this.steps.addSplice(this.lists.structsOf(client), runs);
    }
  }

  private goWithin(type: Y.AbstractType<unknown>): void {
    for (let item = type._start; item; item = item.right) this.goes(item);
    for (const last of type._map.values())
      for (let item: Y.Item | null = last; item; item = item.left) this.goes(item);
  }

  private goes(item: Y.Item): void {
    this.steps.add(1);
    if (this.gone.has(item)) return;
    this.gone.add(item);
    this.goesRange(item.id.client, item.id.clock, endOf(item));
    if (item.content instanceof Y.ContentType) this.goWithin(item.content.type);
  }

  private goWithinFresh(piece: Piece): void {
    for (const child of this.lists.childrenOf(piece)) {
      this.steps.add(1);
      if (this.gone.has(child)) continue;
      this.gone.add(child);
      this.goesRange(child.client, child.clock, child.end);
      this.goWithinFresh(child);
    }
  }

  private goesRange(client: number, clock: number, end: number): void {
    const ranges = this.within.get(client);
    if (ranges) ranges.push({ clock, end });
    else this.within.set(client, [{ clock, end }]);
  }
}

/** Whether Yjs merges two neighbours once both are deleted. */
const isOneWith = (left: Y.Item, right: Y.Item): boolean =>
  left.right === right &&
  right.origin?.client === left.id.client &&
  right.origin.clock === endOf(left) - 1 &&
  Y.compareIDs(left.rightOrigin, right.rightOrigin);
