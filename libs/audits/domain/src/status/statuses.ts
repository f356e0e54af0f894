import type { Can, PermissionKey, UserId } from '@cotejo/access-contracts';
import { isGroup, type ItemStatus, type ItemType } from '@cotejo/audits-contracts';
import { policyObjectOf } from '../model/decision.ts';
import type { TreeNode } from '../model/model.ts';
import { isPreparer } from '../signatures/signatures.ts';

export type StatusFamily = 'work_item' | 'finding' | 'action_plan' | 'evaluation';

type Transitions = Readonly<Partial<Record<ItemStatus, readonly ItemStatus[]>>>;

/**
 * Manual transitions. `new` ↔ `assigned` follows from assignment alone. A note on completed or reviewed work
 * leads to `review_note`; closing the last one leads back to `completed`.
 */
const WORK_ITEM: Transitions = {
  new: ['in_progress'],
  assigned: ['in_progress'],
  in_progress: ['completed'],
  completed: ['reviewed', 'review_note', 'in_progress'],
  reviewed: ['review_note', 'in_progress'],
  review_note: ['completed', 'in_progress'],
};

/** Draft → to be discussed → discussed → reviewed. */
const FINDING: Transitions = {
  new: ['not_discussed'],
  not_discussed: ['completed'],
  completed: ['reviewed', 'not_discussed'],
  reviewed: ['not_discussed'],
};

/** Assigned to its owner, accepted or rejected, agreed, carried out, followed up. */
const ACTION_PLAN: Transitions = {
  assigned: ['accepted', 'not_accepted'],
  not_accepted: ['assigned'],
  accepted: ['approved'],
  approved: ['in_progress'],
  in_progress: ['implemented'],
  implemented: ['following_up', 'evaluated', 'in_progress'],
  following_up: ['evaluated', 'in_progress'],
};

const EVALUATION: Transitions = {
  new: ['in_progress'],
  assigned: ['in_progress'],
  in_progress: ['completed'],
  completed: ['reviewed', 'in_progress'],
  reviewed: ['in_progress'],
};

const FAMILIES: Readonly<Record<StatusFamily, Transitions>> = {
  work_item: WORK_ITEM,
  finding: FINDING,
  action_plan: ACTION_PLAN,
  evaluation: EVALUATION,
};

const WITHOUT_STATUS: ReadonlySet<ItemType> = new Set<ItemType>(['reference', 'link', 'survey']);

/** Status family of a type; null for groups, links, references and surveys, which have no status. */
export function statusFamily(type: ItemType): StatusFamily | null {
  if (isGroup(type) || WITHOUT_STATUS.has(type)) return null;
  return type === 'finding' || type === 'action_plan' || type === 'evaluation' ? type : 'work_item';
}

/** Statuses that may follow an item's present one, for any user. */
export function statusesAfter(node: TreeNode): readonly ItemStatus[] {
  const family = statusFamily(node.type);
  if (!family || !node.status) return [];
  const next = FAMILIES[family][node.status] ?? [];
  // A plan without evaluation ends when it is implemented.
  return family === 'action_plan' && node.treatment === 'none'
    ? next.filter((status) => status !== 'evaluated' && status !== 'following_up')
    : next;
}

/**
 * Transitions used to find a path: includes the assignment of a plan, which is not manual, and excludes
 * review notes, which lead to no further status.
 */
const stepsFrom = (node: TreeNode): readonly ItemStatus[] =>
  node.type === 'action_plan' && node.status === 'new'
    ? ['assigned']
    : statusesAfter(node).filter((status) => status !== 'review_note');

/** The first status on the shortest path from the present one to another; null when there is no path. */
export function stepTowards(node: TreeNode, to: ItemStatus): ItemStatus | null {
  const firsts = new Map<ItemStatus, ItemStatus>();
  const waiting: ItemStatus[] = [];
  for (let at: ItemStatus | null | undefined = node.status; at; at = waiting.shift()) {
    for (const next of stepsFrom({ ...node, status: at })) {
      if (firsts.has(next)) continue;
      firsts.set(next, firsts.get(at) ?? next);
      waiting.push(next);
    }
  }
  return firsts.get(to) ?? null;
}

/** Parameters for the refusal of a status: from, to, and the status to set first. */
export const notAllowed = (node: TreeNode, to: ItemStatus): Record<string, string> => ({
  from: node.status ?? 'new',
  to,
  first: stepTowards(node, to) ?? 'none',
});

/** Permission required to set a status. Reviewing findings and evaluations is reserved to managers. */
export function permissionForStatus(node: TreeNode, to: ItemStatus): PermissionKey {
  if (to === 'reviewed')
    return node.type === 'finding' || node.type === 'evaluation'
      ? 'plan.finding__mark_reviewed'
      : 'plan.mark_reviewed';
  if (to === 'review_note') return 'plan.mark_reviewed';
  if (to === 'completed' || to === 'evaluated') return 'plan.mark_completed';
  return 'plan.treeitem__edit';
}

/**
 * Whether this user brought an item to its present status, and no other user since, so that it may be taken
 * back. Taking back to `reviewed` requires the review to be the user's own and its completion mark to be
 * valid, since taking back signs nothing; taking back the start of work requires the assignment to be
 * unchanged.
 */
export function mayTakeBack(node: TreeNode, to: ItemStatus, actor: UserId): boolean {
  const { type, cameFrom, completedBy, assignee } = node;
  if (cameFrom?.by !== actor || cameFrom.statuses.at(-1) !== to) return false;
  if (to === 'reviewed') return completedBy !== null && cameFrom.statuses.at(-2) === 'completed';
  return (to !== 'new' && to !== 'assigned') || initialStatus(type, assignee !== null) === to;
}

/** Next statuses that this user may choose, for a menu. `review_note` is set only by adding a note. */
export const allowedStatuses = (
  node: TreeNode,
  context: { readonly actor: UserId; readonly can: Can },
): ItemStatus[] =>
  statusesAfter(node).filter(
    (to) =>
      to !== 'review_note' &&
      !isPreparer(node, context.actor, to) &&
      context.can(permissionForStatus(node, to), policyObjectOf(node)),
  );

/** Initial status of an item, depending on whether it is assigned; null for types without status. */
export function initialStatus(type: ItemType, assigned: boolean): ItemStatus | null {
  const family = statusFamily(type);
  if (!family) return null;
  return assigned && family !== 'finding' ? 'assigned' : 'new';
}

/**
 * Status after an assignment: a new item becomes assigned, an assigned one without user new again; null when
 * nothing changes. Findings are discussed, not assigned.
 */
export function statusAfterAssignment(node: TreeNode, assigned: boolean): ItemStatus | null {
  const family = statusFamily(node.type);
  if (!family || family === 'finding') return null;
  if (assigned && node.status === 'new') return 'assigned';
  if (!assigned && node.status === 'assigned') return 'new';
  return null;
}

/**
 * Status to which an edit of signed content falls back, voiding the signatures; null when it was not signed.
 */
export function statusAfterEdit(node: TreeNode): ItemStatus | null {
  const signed = node.status === 'completed' || node.status === 'reviewed' || node.status === 'review_note';
  if (!signed) return null;
  const family = statusFamily(node.type);
  if (family === 'finding') return 'not_discussed';
  return family === 'work_item' || family === 'evaluation' ? 'in_progress' : null;
}

/**
 * Status after the first work on an item; null when it was started already. Findings and plans are not
 * started this way.
 */
export function statusAfterBeginning({ type, status }: TreeNode): ItemStatus | null {
  const family = statusFamily(type);
  const begins = family === 'work_item' || family === 'evaluation';
  return begins && (status === 'new' || status === 'assigned') ? 'in_progress' : null;
}
