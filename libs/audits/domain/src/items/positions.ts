import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';
import type { ItemId } from '@cotejo/audits-contracts';
import type { DecidedEvent } from '../model/decision.ts';
import type { AuditView } from '../model/model.ts';
import { rankIn } from '../model/ordered-children.ts';

/** Requested place: after one sibling, else before another, else at the end; `after: null` = first. */
export interface Anchors {
  readonly after?: ItemId | null | undefined;
  readonly before?: ItemId | null | undefined;
}

/**
 * Maximum length of a position, in characters. A key grows by about one character with every six insertions
 * at the same spot, so this allows some two hundred before the neighbours are renumbered.
 */
export const MAX_POSITION_LENGTH = 40;
/** Maximum length of a key after renumbering, which leaves room to grow until the next time. */
const RENUMBERED_LENGTH = MAX_POSITION_LENGTH / 2;

/** Position of an item, and the renumbering of neighbours that makes room for it. */
export interface Position {
  readonly position: string;
  /** To be appended after the event that places the item. */
  readonly renumbered: readonly DecidedEvent[];
}

/**
 * Resolves anchors to a position that is unique among the present siblings, deleted ones included, so that a
 * restored item finds its place again. If the key would exceed the maximum length, the smallest sufficient
 * number of neighbours is renumbered.
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
 * The key alone, which may exceed the maximum length: for decisions that place several items, where
 * renumbering for one would invalidate the keys of the next. A later insertion beside it renumbers.
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
    // Avoids the present keys, so that no two items share one after any of the events.
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

/** Whether the anchors name the item's present place among its siblings. */
export function isAlreadyAt(view: AuditView, parent: ItemId | null, id: ItemId, anchors: Anchors): boolean {
  const siblings = new Others(view, parent, id);
  return siblings.own >= 0 && insertionIndex(siblings, anchors) === siblings.own;
}

/** Positions for several new items at the end of a parent's children, in order. */
export function positionsAtEnd(view: AuditView, parent: ItemId | null, count: number): string[] {
  return generateNKeysBetween(positionOf(view, view.childrenOf(parent).at(-1)), null, count);
}

/**
 * Children of a parent without one item, as a view of the list: an import appends thousands to one list, so
 * it is not copied.
 */
class Others {
  private readonly list: readonly ItemId[];
  /** Index of the item itself in the full list; -1 when it has another parent. */
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
  /** -1 for an item that is not a sibling. */
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

/** Anchors that are not siblings (any more) are ignored. */
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
