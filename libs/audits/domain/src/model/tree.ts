import type { ItemId } from '@cotejo/audits-contracts';
import type { AuditView, TreeNode } from './model.ts';

/** Levels that a tree may have; the types of an audit plan need about ten. */
export const MAX_DEPTH = 60;

/** Limit of every walk to the root: a state with a cycle is corrupt and must not hang the room. */
const MAX_STEPS = 100_000;

/** Ancestors of an item, nearest first. Throws on a cycle. */
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

/** Whether an item exists and neither it nor any ancestor is deleted; always true for the audit (null). */
export function alive(view: AuditView, id: ItemId | null): boolean {
  for (let at = id, steps = 0; at !== null; steps++) {
    if (steps > MAX_STEPS) throw new Error(`cycle above item ${id}`);
    const node = view.get(at);
    if (!node || node.deleted !== null) return false;
    at = node.place[0];
  }
  return true;
}

/** Whether `above` is `id` itself or one of its ancestors. */
export function isAncestor(view: AuditView, above: ItemId, id: ItemId): boolean {
  if (above === id) return true;
  for (const node of ancestors(view, id)) if (node.id === above) return true;
  return false;
}

/** An item with its subtree, deleted items included, parents before children. */
export function* subtree(view: AuditView, id: ItemId): Generator<TreeNode> {
  const waiting: ItemId[] = [id];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const node = view.get(next);
    if (!node) continue;
    yield node;
    waiting.push(...view.childrenOf(next));
  }
}

/**
 * An item with its subtree, without deleted descendants and what is below them: the branch as users see it.
 */
export function* liveSubtree(view: AuditView, id: ItemId): Generator<TreeNode> {
  const waiting: ItemId[] = [id];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const node = view.get(next);
    if (!node || node.deleted !== null) continue;
    yield node;
    waiting.push(...view.childrenOf(next));
  }
}

/** Whether an item was created after an audit version. */
export const isMadeSince = ({ fields }: TreeNode, version: number): boolean =>
  (fields['created'] ?? -1) > version;

/** Level of an item: 1 under the audit; 0 for the audit (null). */
export function depthOf(view: AuditView, id: ItemId | null): number {
  if (id === null) return 0;
  let depth = 1;
  for (const _ of ancestors(view, id)) depth++;
  return depth;
}

/** Number of levels of an item's branch: 1 for a leaf. Deleted items count, because they may be restored. */
export function heightOf(view: AuditView, id: ItemId): number {
  let level: readonly ItemId[] = [id];
  let height = 0;
  while (level.length > 0 && height <= MAX_DEPTH) {
    height++;
    level = level.flatMap((at) => view.childrenOf(at));
  }
  return height;
}

/** Worksheet that a finding is related to: its `refParent`, else its parent. */
export function raisedFor(view: AuditView, finding: ItemId): ItemId | null {
  const node = view.get(finding);
  return node?.refParent ?? node?.place[0] ?? null;
}

/** Whether a finding's related worksheet is not among its ancestors; such findings are hidden. */
export const isAstray = (view: AuditView, { id, refParent }: TreeNode): boolean =>
  refParent !== undefined && (refParent === id || !isAncestor(view, refParent, id));

/**
 * Living children in display order: understanding first (in a financial audit then risks), then by position,
 * without hidden findings. Affects only the display: positions do not depend on it.
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
