import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';
import type { ItemId } from '@cotejo/audits-contracts';
import type { DecidedEvent } from './decision.ts';
import type { AuditView } from './model.ts';
import { rankIn } from './ordered-children.ts';

/** Where a person put something: after the one, else before the other, else at the end; `after: null` = first. */
export interface Anchors {
  readonly after?: ItemId | null | undefined;
  readonly before?: ItemId | null | undefined;
}

/**
 * Characters of a position: a key grows by about one with every six insertions at the same spot, so that this many
 * leave room for some two hundred before the neighbours are given shorter ones.
 */
export const MAX_POSITION_LENGTH = 40;
/** Characters of a key after its neighbourhood was renumbered: room to grow before the next time. */
const RENUMBERED_LENGTH = MAX_POSITION_LENGTH / 2;

/** Where an item goes, and the neighbours that are given shorter keys in the same order for it. */
export interface Position {
  readonly position: string;
  /** They follow the event that puts the item there. */
  readonly renumbered: readonly DecidedEvent[];
}

/**
 * Resolves anchors to a position that is unique among the present siblings, deleted ones included, so
 * that a restored item finds its place again. Where it would be longer than may be, as few neighbours as do are
 * renumbered.
 */
export function positionAt(view: AuditView, parent: ItemId | null, id: ItemId, anchors: Anchors): Position {
  const siblings = new Others(view, parent, id);
  const index = insertionIndex(siblings, anchors);
  const position = keyBetween(view, siblings, index);
  return position.length <= MAX_POSITION_LENGTH
    ? { position, renumbered: [] }
    : renumberedAround(view, siblings, index);
}

/**
 * The key alone, be it longer than may be: where one decision puts several items, and neighbours that were renumbered
 * for one would be in the way of the next. Whoever puts something beside it later renumbers.
 */
export function keyAt(view: AuditView, parent: ItemId | null, id: ItemId, anchors: Anchors): string {
  const siblings = new Others(view, parent, id);
  return keyBetween(view, siblings, insertionIndex(siblings, anchors));
}

function keyBetween(view: AuditView, siblings: Others, index: number): string {
  const low = positionOf(view, siblings.at(index - 1));
  const high = positionOf(view, siblings.at(index));
  return generateKeyBetween(low, low !== null && high !== null && low >= high ? null : high);
}

function renumberedAround(view: AuditView, siblings: Others, index: number): Position {
  for (let reach = 1; ; reach *= 2) {
    const from = Math.max(0, index - reach);
    const to = Math.min(siblings.length, index + reach);
    const low = positionOf(view, siblings.at(from - 1));
    const high = positionOf(view, siblings.at(to));
    const isAll = from === 0 && to === siblings.length;
    if (low !== null && high !== null && low >= high) continue;
    const window = Array.from({ length: to - from }, (_, at) => siblings.at(from + at) as ItemId);
    const old = window.map((sibling) => positionOf(view, sibling) as string);
    // None of the keys of now, so that no two items share one after any of the events.
    const taken = new Set(old);
    const keys = generateNKeysBetween(low, high, 2 * window.length + 1).filter((key) => !taken.has(key));
    const chosen = keys.slice(0, window.length + 1);
    if (!isAll && chosen.some(({ length }) => length > RENUMBERED_LENGTH)) continue;
    const own = index - from;
    const renumbered = window.map((sibling, at): DecidedEvent => {
      const position = chosen[at < own ? at : at + 1] as string;
      return { type: 'TreeItemRenumbered', data: { id: sibling, position, from: old[at] as string } };
    });
    return { position: chosen[own] as string, renumbered };
  }
}

/** Whether the anchors name the very gap among its siblings that an item is in. */
export function isAlreadyAt(view: AuditView, parent: ItemId | null, id: ItemId, anchors: Anchors): boolean {
  const siblings = new Others(view, parent, id);
  return siblings.own >= 0 && insertionIndex(siblings, anchors) === siblings.own;
}

/** Positions for several newcomers at the end of a parent's children, in order. */
export function positionsAtEnd(view: AuditView, parent: ItemId | null, count: number): string[] {
  return generateNKeysBetween(positionOf(view, view.childrenOf(parent).at(-1)), null, count);
}

/** The children of a parent without one item, read in place: an import appends thousands to one list. */
class Others {
  private readonly list: readonly ItemId[];
  /** Index of the item itself among all; -1 when it is elsewhere. */
  readonly own: number;

  constructor(
    private readonly view: AuditView,
    private readonly parent: ItemId | null,
    id: ItemId,
  ) {
    this.list = view.childrenOf(parent);
    this.own = this.rank(id);
  }

  get length(): number {
    return this.own < 0 ? this.list.length : this.list.length - 1;
  }
  at(index: number): ItemId | undefined {
    return this.list[this.own < 0 || index < this.own ? index : index + 1];
  }
  /** -1 for one that is no sibling. */
  indexOf(id: ItemId): number {
    const rank = this.rank(id);
    if (rank === this.own) return -1;
    return this.own < 0 || rank < this.own ? rank : rank - 1;
  }

  private rank(id: ItemId): number {
    const node = this.view.get(id);
    if (!node || node.place[0] !== this.parent) return -1;
    const rank = rankIn(this.list, node, (sibling) => this.view.get(sibling));
    return this.list[rank] === id ? rank : -1;
  }
}

/** An anchor that is no sibling (any more) is passed over. */
function insertionIndex(siblings: Others, { after, before }: Anchors): number {
  if (after != null) {
    const index = siblings.indexOf(after);
    if (index >= 0) return index + 1;
  }
  if (before != null) {
    const index = siblings.indexOf(before);
    if (index >= 0) return index;
  }
  return after === null ? 0 : siblings.length;
}

const positionOf = (view: AuditView, id: ItemId | undefined): string | null =>
  id === undefined ? null : (view.get(id)?.place[1] ?? null);
