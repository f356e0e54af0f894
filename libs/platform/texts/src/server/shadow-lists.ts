import * as Y from 'yjs';
import { parentIdOf, type Struct } from '../in-order.ts';
import type { Steps } from './steps.ts';

/** A run of clocks in a list: an item of the document, a part of one, or a struct of an update. */
export class Piece {
  /** Neighbours; `undefined` = not read from the document yet. */
  left: Piece | null | undefined = undefined;
  right: Piece | null | undefined = undefined;
  /** Number of the last walk that visited it, and of the last conflict set that contained it. */
  walk = 0;
  conflicts = 0;

  constructor(
    readonly client: number,
    readonly clock: number,
    public end: number,
    readonly origin: Y.ID | null,
    readonly rightOrigin: Y.ID | null,
    /** The document's item that this piece is (a part of); null for structs of updates. */
    readonly item: Y.Item | null,
    /** Null for garbage-collected content. */
    readonly list: List | null,
    readonly isDeleted: boolean,
  ) {}
}

/** Children of an element, or the history of values of one map key. */
interface List {
  head: Piece | null;
  /** Lists of a map key are walked from the last value to the first. */
  readonly isOfKey: boolean;
  length: number;
}

/** Array shifts per split: the split, and the merge at the end of the transaction. */
const SPLICES_OF_A_SPLIT = 2;

const isSame = (a: Y.ID | null, b: Y.ID | null): boolean =>
  a === b || (a !== null && b !== null && a.client === b.client && a.clock === b.clock);

/**
 * The document's lists as they would be after integrating further structs, as links beside the document, which is not
 * changed. Follows `Item.integrate` of Yjs 13.6 and counts its steps, so that the cost of an update is known before it
 * is stored or applied.
 */
export class ShadowLists {
  private readonly ofItems = new Map<Y.Item, Piece[]>();
  private readonly fresh = new Map<number, Piece[]>();
  private readonly splits = new Map<number, number>();
  private readonly lists = new Map<unknown, Map<string | null, List>>();
  private walks = 0;

  constructor(
    private readonly document: Y.Doc,
    private readonly steps: Steps,
  ) {}

  /** Number of structs of one client in the document, plus those integrated or split here. */
  structsOf(client: number): number {
    const stored = this.document.store.clients.get(client)?.length ?? 0;
    return stored + (this.fresh.get(client)?.length ?? 0) + (this.splits.get(client) ?? 0);
  }

  /**
   * Counts splits of this client's structs; each shifts the rest of the array.
   * @throws TooManySteps
   */
  addSplits(client: number, times: number): void {
    this.splits.set(client, (this.splits.get(client) ?? 0) + times);
    this.steps.addSplice(this.structsOf(client), times * SPLICES_OF_A_SPLIT);
  }

  /**
   * Integrates a struct as Yjs would; must be called in integration order.
   * @throws TooManySteps
   */
  integrate(struct: Struct, known: number): void {
    this.steps.add(1);
    const { client } = struct.id;
    const clock = Math.max(struct.id.clock, known);
    const end = struct.id.clock + struct.length;
    if (clock >= end) return;
    if (!(struct instanceof Y.Item)) return this.keep(garbage(client, clock, end));
    const origin = clock > struct.id.clock ? Y.createID(client, clock - 1) : struct.origin;
    const left = origin && this.endingAt(origin);
    const right = struct.rightOrigin && this.startingAt(struct.rightOrigin);
    const list = this.listFor(struct, left, right);
    const { rightOrigin, content } = struct;
    const isDeleted = content instanceof Y.ContentDeleted;
    const piece = new Piece(client, clock, end, origin, rightOrigin, null, list, isDeleted);
    piece.left = piece.right = null;
    if (list) this.insert(piece, list, left, right);
    this.keep(piece);
  }

  /** Structs integrated here that overlap a range of clocks. */
  *freshIn(client: number, clock: number, end: number): Generator<Piece> {
    const own = this.fresh.get(client) ?? [];
    let at = indexOf(own, Math.max(clock, own[0]?.clock ?? 0));
    for (let piece = own[at]; piece && piece.clock < end; piece = own[++at]) yield piece;
  }

  /** Contents of an element that was integrated here. */
  *childrenOf(piece: Piece): Generator<Piece> {
    for (const list of this.lists.get(piece)?.values() ?? [])
      for (let at = list.head; at; at = this.rightOf(at)) yield at;
  }

  private insert(piece: Piece, list: List, from: Piece | null, to: Piece | null): void {
    const isBeside = from ? this.rightOf(from) === to : to !== null && this.leftOf(to) === null;
    const left = isBeside ? from : this.afterConflicts(piece, list, from, to);
    if (!left && list.isOfKey) this.steps.add(list.length);
    const right = left ? this.rightOf(left) : list.head;
    piece.left = left;
    piece.right = right;
    if (left) left.right = piece;
    else list.head = piece;
    if (right) right.left = piece;
    list.length++;
  }

  /** Left neighbour among conflicting items: the loop of `Item.integrate`. */
  private afterConflicts(piece: Piece, list: List, from: Piece | null, to: Piece | null): Piece | null {
    if (!from && list.isOfKey) this.steps.add(list.length);
    let left = from;
    const walk = ++this.walks;
    let conflicts = ++this.walks;
    for (let at = from ? this.rightOf(from) : list.head; at && at !== to; at = this.rightOf(at)) {
      this.steps.add(1);
      at.walk = walk;
      at.conflicts = conflicts;
      if (isSame(piece.origin, at.origin)) {
        if (at.client < piece.client) {
          left = at;
          conflicts = ++this.walks;
        } else if (isSame(piece.rightOrigin, at.rightOrigin)) break;
      } else {
        const origin = at.origin && this.find(at.origin);
        if (!origin || origin.walk !== walk) break;
        if (origin.conflicts !== conflicts) {
          left = at;
          conflicts = ++this.walks;
        }
      }
    }
    return left;
  }

  private listFor(struct: Y.Item, left: Piece | null, right: Piece | null): List | null {
    if ((left && !left.list) || (right && !right.list)) return null;
    const named: unknown = struct.parent;
    if (typeof named === 'string')
      return this.listOf(this.document.share.get(named) ?? named, struct.parentSub);
    const within = parentIdOf(struct);
    if (!within) return left?.list ?? right?.list ?? null;
    const parent = this.find(within);
    if (!parent?.list) return null;
    const content = parent.item?.content;
    return this.listOf(content instanceof Y.ContentType ? content.type : parent, struct.parentSub);
  }

  private listOf(parent: unknown, key: string | null): List {
    const keys = this.lists.get(parent) ?? new Map<string | null, List>();
    this.lists.set(parent, keys);
    const known = keys.get(key);
    if (known) return known;
    const list: List = { head: null, isOfKey: key !== null, length: 0 };
    // Registered before its pieces are created, because they refer to it.
    keys.set(key, list);
    if (parent instanceof Y.AbstractType) {
      let first = key === null ? parent._start : (parent._map.get(key) ?? null);
      for (; key !== null && first?.left; first = first.left) {
        this.steps.add(1);
        list.length++;
      }
      if (first) list.head = this.piecesOf(first)[0] ?? null;
    }
    return list;
  }

  private piecesOf(item: Y.Item): Piece[] {
    const known = this.ofItems.get(item);
    if (known) return known;
    const { client, clock } = item.id;
    const { origin, rightOrigin, parent, parentSub } = item;
    const list = parent instanceof Y.AbstractType ? this.listOf(parent, parentSub) : null;
    // `listOf` may have created pieces for this item.
    const made = this.ofItems.get(item);
    if (made) return made;
    const end = clock + item.length;
    const pieces = [new Piece(client, clock, end, origin, rightOrigin, item, list, item.deleted)];
    this.ofItems.set(item, pieces);
    return pieces;
  }

  private rightOf(piece: Piece): Piece | null {
    if (piece.right === undefined) {
      const right = piece.item?.right;
      piece.right = (right && this.piecesOf(right)[0]) ?? null;
      if (piece.right) piece.right.left = piece;
    }
    return piece.right;
  }

  private leftOf(piece: Piece): Piece | null {
    if (piece.left === undefined) {
      const left = piece.item?.left;
      piece.left = (left && this.piecesOf(left).at(-1)) ?? null;
      if (piece.left) piece.left.right = piece;
    }
    return piece.left;
  }

  private keep(piece: Piece): void {
    const own = this.fresh.get(piece.client);
    if (own) own.push(piece);
    else this.fresh.set(piece.client, [piece]);
  }

  private find(id: Y.ID): Piece | null {
    const pieces = this.runsWith(id);
    return pieces?.[indexOf(pieces, id.clock)] ?? null;
  }

  private runsWith(id: Y.ID): Piece[] | null {
    const { store } = this.document;
    if (id.clock >= Y.getState(store, id.client)) return this.fresh.get(id.client) ?? null;
    const item: unknown = Y.getItem(store, id);
    return item instanceof Y.Item ? this.piecesOf(item) : [garbage(id.client, id.clock, id.clock + 1)];
  }

  /** The piece that ends with this clock, split there if necessary. */
  private endingAt(id: Y.ID): Piece | null {
    const pieces = this.runsWith(id);
    const index = pieces ? indexOf(pieces, id.clock) : -1;
    const piece = pieces?.[index];
    if (!pieces || !piece) return null;
    if (piece.list && id.clock + 1 < piece.end) this.split(pieces, index, id.clock + 1);
    return piece;
  }

  /** The piece that starts with this clock, split there if necessary. */
  private startingAt(id: Y.ID): Piece | null {
    const pieces = this.runsWith(id);
    const index = pieces ? indexOf(pieces, id.clock) : -1;
    const piece = pieces?.[index];
    if (!pieces || !piece) return null;
    return piece.list && piece.clock < id.clock ? this.split(pieces, index, id.clock) : piece;
  }

  private split(pieces: Piece[], index: number, clock: number): Piece {
    const first = pieces[index] as Piece;
    this.addSplits(first.client, 1);
    const { client, end, rightOrigin, item, list, isDeleted, right } = first;
    const origin = Y.createID(client, clock - 1);
    const second = new Piece(client, clock, end, origin, rightOrigin, item, list, isDeleted);
    second.left = first;
    second.right = right;
    if (right) right.left = second;
    first.end = clock;
    first.right = second;
    pieces.splice(index + 1, 0, second);
    if (list) list.length++;
    return second;
  }
}

function garbage(client: number, clock: number, end: number): Piece {
  const piece = new Piece(client, clock, end, null, null, null, null, true);
  piece.left = piece.right = null;
  return piece;
}

/** Index of the piece that contains a clock; -1 when none does. */
function indexOf(pieces: readonly Piece[], clock: number): number {
  let [first, last] = [0, pieces.length - 1];
  while (first <= last) {
    const middle = (first + last) >> 1;
    const piece = pieces[middle];
    if (!piece) return -1;
    if (clock < piece.clock) last = middle - 1;
    else if (clock >= piece.end) first = middle + 1;
    else return middle;
  }
  return -1;
}
