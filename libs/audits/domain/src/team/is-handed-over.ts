import type { ItemStatus } from '@cotejo/audits-contracts';
import type { TreeNode } from '../model/model.ts';

/** Statuses in which an item asks nothing more of its assignee. */
const SETTLED: ReadonlySet<ItemStatus> = new Set(['completed', 'reviewed', 'implemented', 'evaluated']);

/**
 * Whether an item is reassigned when its assignee is deactivated: open items are. Action plans are not: the person
 * responsible for one need not be a member.
 */
export const isHandedOver = ({ type, status }: Pick<TreeNode, 'type' | 'status'>): boolean =>
  type !== 'action_plan' && (status === null || !SETTLED.has(status));
