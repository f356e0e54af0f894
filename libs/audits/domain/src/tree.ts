import type { ItemId } from '@cotejo/audits-contracts';
import type { AuditView, TreeNode } from './model.ts';

/** Levels that a tree may have; the types of an audit plan need about ten. */
export const MAX_DEPTH = 60;

/** Guard of every walk upwards: a state that holds a cycle is corrupt and must not hang the room. */
const MAX_STEPS = 100_000;

/** The items above an item, nearest first, without the item; ends at the audit. Throws on a cycle. */
export function* ancestors(view: AuditView, id: ItemId): Generator<TreeNode> {
  let parent = view.get(id)?.place[0] ?? null;
  for (let steps = 0; parent !== null; steps++) {
    if (steps > MAX_STEPS) throw new Error(`cycle above item ${id}`);
    const node = view.get(parent);
    if (!node) return;
    yield node;
    parent = node.place[0];
  }
}

/** Whether an item exists and neither it nor anything above it is deleted; the audit (null) always is. */
export function alive(view: AuditView, id: ItemId | null): boolean {
  for (let at = id, steps = 0; at !== null; steps++) {
    if (steps > MAX_STEPS) throw new Error(`cycle above item ${id}`);
    const node = view.get(at);
    if (!node || node.deleted !== null) return false;
    at = node.place[0];
  }
  return true;
}

/** Whether `above` is `id` itself or lies above it. */
export function isAncestor(view: AuditView, above: ItemId, id: ItemId): boolean {
  if (above === id) return true;
  for (const node of ancestors(view, id)) if (node.id === above) return true;
  return false;
}

/** An item and everything under it, deleted ones included, parents before children. */
export function* subtree(view: AuditView, id: ItemId): Generator<TreeNode> {
  const waiting: ItemId[] = [id];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const node = view.get(next);
    if (!node) continue;
    yield node;
    waiting.push(...view.childrenOf(next));
  }
}

/** An item and what is under it without what was deleted by itself: what a person sees as one branch. */
export function* liveSubtree(view: AuditView, id: ItemId): Generator<TreeNode> {
  const waiting: ItemId[] = [id];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const node = view.get(next);
    if (!node || node.deleted !== null) continue;
    yield node;
    waiting.push(...view.childrenOf(next));
  }
}

/** Whether an item was made after an audit version. */
export const isMadeSince = ({ fields }: TreeNode, version: number): boolean =>
  (fields['created'] ?? -1) > version;

/** Level of an item: 1 under the audit; 0 for the audit (null). */
export function depthOf(view: AuditView, id: ItemId | null): number {
  if (id === null) return 0;
  let depth = 1;
  for (const _ of ancestors(view, id)) depth++;
  return depth;
}

/** Levels of an item's branch: 1 for a leaf. Deleted ones count, for they may be restored. */
export function heightOf(view: AuditView, id: ItemId): number {
  let level: readonly ItemId[] = [id];
  let height = 0;
  while (level.length > 0 && height <= MAX_DEPTH) {
    height++;
    level = level.flatMap((at) => view.childrenOf(at));
  }
  return height;
}

/** The worksheet for which a finding was raised: its `refParent`, or what it stands under. */
export function raisedFor(view: AuditView, finding: ItemId): ItemId | null {
  const node = view.get(finding);
  return node?.refParent ?? node?.place[0] ?? null;
}

/** Whether a finding stands in a branch where it was not raised: the worksheet it names is not above it. */
export const isAstray = (view: AuditView, { id, refParent }: TreeNode): boolean =>
  refParent !== undefined && (refParent === id || !isAncestor(view, refParent, id));

/**
 * Live children in the order people see: understanding first (in a financial audit risks next), then by
 * position; without findings that are astray. A rule of display alone: positions know nothing of it.
 */
export function displayOrder(view: AuditView, parent: ItemId | null): ItemId[] {
  const first: ItemId[] = [];
  const second: ItemId[] = [];
  const rest: ItemId[] = [];
  for (const id of view.childrenOf(parent)) {
    const node = view.get(id);
    if (!node || node.deleted !== null || isAstray(view, node)) continue;
    if (node.type === 'understanding') first.push(id);
    else if (node.type === 'risk' && view.recordType === 'financial_audit') second.push(id);
    else rest.push(id);
  }
  return first.length + second.length === 0 ? rest : [...first, ...second, ...rest];
}
