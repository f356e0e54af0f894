import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';
import type { ItemId } from '@cotejo/audits-contracts';
import type { AuditView } from './model.ts';
import { rankIn } from './ordered-children.ts';

/** Where a person put something: after the one, else before the other, else at the end; `after: null` = first. */
export interface Anchors {
  readonly after?: ItemId | null | undefined;
  readonly before?: ItemId | null | undefined;
}

/**
 * Resolves anchors to a position that is unique among the present siblings, deleted ones included, so
 * that a restored item finds its place again.
 *
 * A key grows by about a character with every six insertions at the same spot and shrinks nowhere: ten
 * thousand of them in a row would make a key of 1.7 kB. People do not do that; an import appends at the
 * end, where keys stay short.
 */
export function positionAt(view: AuditView, parent: ItemId | null, id: ItemId, anchors: Anchors): string {
  const siblings = new Others(view, parent, id);
  const index = insertionIndex(siblings, anchors);
  const low = positionOf(view, siblings.at(index - 1));
  const high = positionOf(view, siblings.at(index));
  return generateKeyBetween(low, low !== null && high !== null && low >= high ? null : high);
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
