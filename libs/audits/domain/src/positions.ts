import { generateKeyBetween } from 'fractional-indexing';
import type { ItemId } from '@cotejo/audits-contracts';
import type { AuditView } from './model.ts';

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
  const siblings = others(view, parent, id);
  const index = insertionIndex(siblings, anchors);
  const low = positionOf(view, siblings[index - 1]);
  const high = positionOf(view, siblings[index]);
  return generateKeyBetween(low, low !== null && high !== null && low >= high ? null : high);
}

/** Whether the anchors name the very gap among its siblings that an item is in. */
export function isAlreadyAt(view: AuditView, parent: ItemId | null, id: ItemId, anchors: Anchors): boolean {
  const index = view.childrenOf(parent).indexOf(id);
  return index >= 0 && insertionIndex(others(view, parent, id), anchors) === index;
}

const others = (view: AuditView, parent: ItemId | null, id: ItemId): ItemId[] =>
  view.childrenOf(parent).filter((sibling) => sibling !== id);

/** An anchor that is no sibling (any more) is passed over. */
function insertionIndex(siblings: readonly ItemId[], { after, before }: Anchors): number {
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
