import type { ItemId, ItemType } from '@cotejo/audits-contracts';
import {
  ancestors,
  deletedBranches,
  displayName,
  liveSubtree,
  TRASH_DAYS,
  type AuditView,
  type TreeNode,
} from '@cotejo/audits-domain';

/** A directly deleted item, as displayed. */
export interface TrashRow {
  readonly id: ItemId;
  readonly node: TreeNode;
  readonly type: ItemType;
  readonly code: string | null;
  readonly name: string;
  /** Its ancestors, from the top. */
  readonly path: readonly { readonly id: ItemId; readonly name: string; readonly isDeleted: boolean }[];
  /** User who deleted it. */
  readonly by: string;
  /** ISO 8601 in UTC; null for deletions from before this was recorded. */
  readonly at: string | null;
  /** Number of items deleted with it. */
  readonly under: number;
  /** Whole days until it is purged; null when unknown. */
  readonly daysLeft: number | null;
  /** An ancestor is deleted too, so it can only be restored together with it. */
  readonly ancestorsDeleted: boolean;
}

const DAY_MS = 86_400_000;

/** Items deleted from a plan, latest first. `now` in milliseconds since the epoch. */
export function trashRows(view: AuditView, now: number): TrashRow[] {
  return deletedBranches(view)
    .map(({ node, ancestorsDeleted }) => rowOf(view, node, ancestorsDeleted, now))
    .sort((a, b) => (b.node.deleted ?? 0) - (a.node.deleted ?? 0));
}

function rowOf(view: AuditView, node: TreeNode, ancestorsDeleted: boolean, now: number): TrashRow {
  const { code, name } = displayName(view, node);
  const at = node.deletedAt ?? null;
  return {
    id: node.id,
    node,
    type: node.type,
    code,
    name,
    path: [...ancestors(view, node.id)]
      .reverse()
      .map((above) => ({ id: above.id, name: above.name, isDeleted: above.deleted !== null })),
    // A deleted item cannot be changed, so its last author deleted it.
    by: node.changedBy,
    at,
    under: view.childrenOf(node.id).reduce((sum, child) => sum + sizeOf(view, child), 0),
    daysLeft: at === null ? null : daysLeft(at, now),
    ancestorsDeleted,
  };
}

function sizeOf(view: AuditView, id: ItemId): number {
  let size = 0;
  for (const _ of liveSubtree(view, id)) size += 1;
  return size;
}

/** Days until an item deleted at a moment is purged, rounded up. */
export function daysLeft(at: string, now: number): number {
  const left = Math.ceil((Date.parse(at) + TRASH_DAYS * DAY_MS - now) / DAY_MS);
  // Clamped: `at` is the server's time, which may be ahead of this clock.
  return Math.min(TRASH_DAYS, Math.max(0, left));
}
