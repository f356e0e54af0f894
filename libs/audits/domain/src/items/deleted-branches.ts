import type { ItemId } from '@cotejo/audits-contracts';
import type { AuditView, TreeNode } from '../model/model.ts';

/** Days for which deleted items stay in the trash. */
export const TRASH_DAYS = 30;
const DAY = 24 * 60 * 60 * 1_000;

/** A directly deleted item, with its subtree. */
export interface DeletedBranch {
  readonly node: TreeNode;
  /** An ancestor is deleted too, so it cannot be restored alone. */
  readonly ancestorsDeleted: boolean;
}

/**
 * The trash of an audit, latest deletion first; excludes items removed by a treatment, which restores them as
 * well.
 */
export function deletedBranches(view: AuditView): readonly DeletedBranch[] {
  const branches: DeletedBranch[] = [];
  const waiting = view.childrenOf(null).map((id): [ItemId, boolean] => [id, false]);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [id, ancestorsDeleted] = next;
    const node = view.get(id);
    if (!node) continue;
    if (node.deleted !== null && !node.derived) branches.push({ node, ancestorsDeleted });
    for (const child of view.childrenOf(id)) waiting.push([child, ancestorsDeleted || node.deleted !== null]);
  }
  return branches.sort((a, b) => Number(b.node.deleted) - Number(a.node.deleted));
}

/** Whether an item's time in the trash is over. `now` is ISO 8601 in UTC. */
export function isExpired({ deleted, deletedAt }: TreeNode, now: string): boolean {
  if (deleted === null || deletedAt === undefined) return false;
  return Date.parse(now) - Date.parse(deletedAt) >= TRASH_DAYS * DAY;
}

/** Topmost branches that may be purged at a moment. */
export function purgeable(view: AuditView, now: string): ItemId[] {
  const found: ItemId[] = [];
  const waiting: ItemId[] = [...view.childrenOf(null)].reverse();
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const node = view.get(id);
    if (!node) continue;
    if (!node.derived && isExpired(node, now)) found.push(id);
    else waiting.push(...[...view.childrenOf(id)].reverse());
  }
  return found;
}
