import type { Can, PermissionKey, UserId } from '@cotejo/access-contracts';
import { isGroup, type ItemStatus, type ItemType } from '@cotejo/audits-contracts';
import { policyObjectOf } from './decision.ts';
import type { TreeNode } from './model.ts';
import { isPreparer } from './signatures.ts';

export type StatusFamily = 'work_item' | 'finding' | 'action_plan' | 'evaluation';

type Transitions = Readonly<Partial<Record<ItemStatus, readonly ItemStatus[]>>>;

/**
 * From → to by hand. `new` ↔ `assigned` follows from assignment alone. A note on completed or reviewed
 * work leads to `review_note`; closing the last one back to `completed`.
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

/** Assigned to whoever answers for it, accepted or refused, agreed, carried out, followed up. */
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

/** Family of statuses of a type; null for groups, links, references and surveys, which have none. */
export function statusFamily(type: ItemType): StatusFamily | null {
  if (isGroup(type) || WITHOUT_STATUS.has(type)) return null;
  return type === 'finding' || type === 'action_plan' || type === 'evaluation' ? type : 'work_item';
}

/** Statuses that may follow the present one of an item, whoever asks. */
export function statusesAfter(node: TreeNode): readonly ItemStatus[] {
  const family = statusFamily(node.type);
  if (!family || !node.status) return [];
  const next = FAMILIES[family][node.status] ?? [];
  // A plan that is not to be evaluated closes when it is implemented.
  return family === 'action_plan' && node.treatment === 'none'
    ? next.filter((status) => status !== 'evaluated' && status !== 'following_up')
    : next;
}

/** Assigning a plan is what takes it on, which no hand can choose; and a note is no step towards anything. */
const stepsFrom = (node: TreeNode): readonly ItemStatus[] =>
  node.type === 'action_plan' && node.status === 'new'
    ? ['assigned']
    : statusesAfter(node).filter((status) => status !== 'review_note');

/** The next status on the shortest way from the present one to another; null when no way leads there. */
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

/** What a refusal says of a status that cannot follow: from where, to where, and what comes first. */
export const notAllowed = (node: TreeNode, to: ItemStatus): Record<string, string> => ({
  from: node.status ?? 'new',
  to,
  first: stepTowards(node, to) ?? 'none',
});

/** The right that leads to a status. Review of findings and plans is a manager's. */
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
 * Whether this very person brought an item from a status to the one that it has, and nobody else since. Of
 * reviews only their own comes back, and while the mark that it is about still stands, for taking back signs
 * nothing anew; a beginning only while the assignment is as it was then.
 */
export function mayTakeBack(node: TreeNode, to: ItemStatus, actor: UserId): boolean {
  const { type, cameFrom, completedBy, assignee } = node;
  if (cameFrom?.by !== actor || cameFrom.statuses.at(-1) !== to) return false;
  if (to === 'reviewed') return completedBy !== null && cameFrom.statuses.at(-2) === 'completed';
  return (to !== 'new' && to !== 'assigned') || initialStatus(type, assignee !== null) === to;
}

/** Next statuses that this person may choose, for a menu. Only a note brings work to wait for an answer. */
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

/** Status of a new item: derived from whether it has an assignee; null where the type has none. */
export function initialStatus(type: ItemType, assigned: boolean): ItemStatus | null {
  const family = statusFamily(type);
  if (!family) return null;
  return assigned && family !== 'finding' ? 'assigned' : 'new';
}

/**
 * Status that an assignment leads to: a new item becomes assigned, an assigned one without a person new
 * again; null when it changes nothing. Findings are discussed, not assigned.
 */
export function statusAfterAssignment(node: TreeNode, assigned: boolean): ItemStatus | null {
  const family = statusFamily(node.type);
  if (!family || family === 'finding') return null;
  if (assigned && node.status === 'new') return 'assigned';
  if (!assigned && node.status === 'assigned') return 'new';
  return null;
}

/** Status that an edit of signed content falls back to, voiding the signatures; null when nothing is signed. */
export function statusAfterEdit(node: TreeNode): ItemStatus | null {
  const signed = node.status === 'completed' || node.status === 'reviewed' || node.status === 'review_note';
  if (!signed) return null;
  const family = statusFamily(node.type);
  if (family === 'finding') return 'not_discussed';
  return family === 'work_item' || family === 'evaluation' ? 'in_progress' : null;
}

/** Status that the first work on an item leads to; null when it was begun. Findings and plans are discussed. */
export function statusAfterBeginning({ type, status }: TreeNode): ItemStatus | null {
  const family = statusFamily(type);
  const begins = family === 'work_item' || family === 'evaluation';
  return begins && (status === 'new' || status === 'assigned') ? 'in_progress' : null;
}
