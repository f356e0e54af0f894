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
import { fold } from '../text-search.ts';

/** Something that was deleted by itself, with what the page tells of it. */
export interface TrashRow {
  readonly id: ItemId;
  readonly node: TreeNode;
  readonly type: ItemType;
  readonly code: string | null;
  readonly name: string;
  /** What it stood in, from the top. */
  readonly path: readonly { readonly id: ItemId; readonly name: string; readonly isDeleted: boolean }[];
  /** Who deleted it. */
  readonly by: string;
  /** ISO 8601 in UTC; null for what was deleted before that was kept. */
  readonly at: string | null;
  /** Items that went with it. */
  readonly under: number;
  /** Whole days until it is purged; null when that is not known. */
  readonly daysLeft: number | null;
  /** It can only come back together with what it stood in. */
  readonly ancestorsDeleted: boolean;
}

const DAY_MS = 86_400_000;

/** What was deleted from a plan, latest first. `now` in milliseconds since the epoch. */
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
    // Nothing changes an item after its deletion.
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

/** Days that the trash still keeps what was deleted at a moment; a day that has begun counts. */
export function daysLeft(at: string, now: number): number {
  const left = Math.ceil((Date.parse(at) + TRASH_DAYS * DAY_MS - now) / DAY_MS);
  // The moment is the server's: by this clock it may be yet to come.
  return Math.min(TRASH_DAYS, Math.max(0, left));
}

/** The rows that hold every word, in name, code, place or the person's name. */
export function searchTrash(
  rows: readonly TrashRow[],
  search: string,
  nameOf: (person: string) => string,
): readonly TrashRow[] {
  const words = fold(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const text = fold(
      [row.code ?? '', row.name, ...row.path.map(({ name }) => name), nameOf(row.by)].join(' '),
    );
    return words.every((word) => text.includes(word));
  });
}
