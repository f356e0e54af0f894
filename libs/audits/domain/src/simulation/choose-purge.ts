import type { ItemId } from '@cotejo/audits-contracts';
import type { AuditView, TreeNode } from '../model/model.ts';
import { subtree } from '../model/tree.ts';
import { allNodes } from './choose-intent.ts';

/**
 * An item for the system to purge, derived from a number: sometimes a living one by mistake; large branches
 * are preferred.
 */
export function toBePurged(view: AuditView, number: number): TreeNode | undefined {
  const sizeOf = (id: ItemId): number => [...subtree(view, id)].length;
  const isLargest = number % 2 === 0;
  const among = allNodes(view)
    .filter((each) => each.deleted !== null || number % 5 === 0)
    .sort((one, other) => (isLargest ? sizeOf(other.id) - sizeOf(one.id) : 0));
  return among[isLargest ? 0 : number % Math.max(1, among.length)];
}
