import type { ItemId, KernelIntent } from '@cotejo/audits-contracts';
import { accept, policyObjectOf, refuse, type DecidedEvent } from './decision.ts';
import type { AuditView, Decision, DecisionContext, TreeNode } from './model.ts';
import { isFixed } from './structure.ts';
import { alive, liveSubtree } from './tree.ts';

export type DeleteItem = Extract<KernelIntent, { kind: 'delete_item' }>;

/** Deletes an item and with it all that is under it; refused when that holds others' work not yet seen. */
export function deleteItem(
  view: AuditView,
  intent: DeleteItem,
  base: number,
  context: DecisionContext,
): Decision {
  const { id } = intent;
  const node = view.get(id);
  if (!node) return refuse('item_not_found');
  if (!context.can('plan.treeitem__delete', policyObjectOf(node))) return refuse('forbidden');
  if (!alive(view, id))
    return context.mode === 'optimistic' && node.deleted !== null ? accept() : refuse('item_deleted');
  if (isFixed(view, node)) return refuse('derived_item');
  if (hidesUnseenWork(view, id, base, context)) return refuse('stale_delete');
  return accept(deletionOf(view, id));
}

/** The deletion of a branch, with the number of items that go. */
export function deletionOf(view: AuditView, id: ItemId): DecidedEvent {
  let items = 0;
  for (const _ of liveSubtree(view, id)) items++;
  return { type: 'TreeItemDeleted', data: { id, items } };
}

/** Whether a branch holds changes by others after the version that the person saw. Known on the server alone. */
export function hidesUnseenWork(
  view: AuditView,
  id: ItemId,
  base: number,
  { actor, mode }: DecisionContext,
): boolean {
  if (mode === 'optimistic') return false;
  for (const node of liveSubtree(view, id)) if (changedByOthersAfter(node, base, actor)) return true;
  return false;
}

const changedByOthersAfter = (node: TreeNode, base: number, actor: string): boolean =>
  (node.changedBy === actor ? (node.changedBefore ?? -1) : node.version) > base;
