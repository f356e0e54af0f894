import { deleteKeyOf, type ItemId, type KernelIntent } from '@cotejo/audits-contracts';
import { accept, policyObjectOf, refuse, type DecidedEvent } from '../model/decision.ts';
import { isIcceLocked, lockOf } from './item-locks.ts';
import type { AuditView, Decision, DecisionContext, TreeNode } from '../model/model.ts';
import { livingReferences } from '../shared/references.ts';
import { rescueControl, rescuesOf } from '../shared/rescue-controls.ts';
import { alive, liveSubtree } from '../model/tree.ts';

export type DeleteItem = Extract<KernelIntent, { kind: 'delete_item' }>;

/**
 * Deletes an item with its subtree; refused when that contains other users' unseen work. A shared control
 * requires a choice; below a deleted ancestor it moves to another risk that shares it.
 */
export function deleteItem(
  view: AuditView,
  intent: DeleteItem,
  base: number,
  context: DecisionContext,
): Decision {
  const { id, shared } = intent;
  const node = view.get(id);
  if (!node) return refuse('item_not_found');
  if (!context.can(deleteKeyOf(node.type), policyObjectOf(node))) return refuse('forbidden');
  if (!alive(view, id))
    return context.mode === 'optimistic' && node.deleted !== null ? accept() : refuse('item_deleted');
  const locked = lockOf(view, node, 'delete');
  if (locked) return refuse(locked);

  const places = node.type === 'control' ? livingReferences(view, id) : [];
  if (places.length > 0) {
    if (shared === undefined) return refuse('shared_control', { places: places.length });
    return shared === 'here'
      ? accept(...rescueControl(view, node, places))
      : deleteEverywhere(view, node, places, base, context);
  }
  return deleteBranch(view, node, base, context);
}

/** Deletes a control with all its references; requires the right to delete every one of them. */
function deleteEverywhere(
  view: AuditView,
  control: TreeNode,
  references: readonly ItemId[],
  base: number,
  context: DecisionContext,
): Decision {
  const going = [...references, control.id];
  if (
    !mayDeleteAll(
      going.flatMap((id) => [...liveSubtree(view, id)]),
      context,
    )
  )
    return refuse('forbidden');
  if (going.some((id) => hidesUnseenWork(view, id, base, context))) return refuse('stale_delete');
  return accept(...going.map((id) => deletionOf(view, id)));
}

function deleteBranch(view: AuditView, node: TreeNode, base: number, context: DecisionContext): Decision {
  const branch = [...liveSubtree(view, node.id)];
  if (branch.some(({ type }) => isIcceLocked(view, type, context))) return refuse('icce_role_required');
  const rescues = rescuesOf(view, branch);
  if (rescues.size === 0) {
    if (!mayDeleteAll(branch, context)) return refuse('forbidden');
    if (hidesUnseen(branch, base, context)) return refuse('stale_delete');
    return accept({ type: 'TreeItemDeleted', data: { id: node.id, items: branch.length } });
  }
  const staying = new Set(
    [...rescues.keys()].flatMap((id) => [...liveSubtree(view, id)].map((one) => one.id)),
  );
  const going = branch.filter(({ id }) => !staying.has(id));
  if (!mayDeleteAll(going, context)) return refuse('forbidden');
  if (hidesUnseen(going, base, context)) return refuse('stale_delete');
  return accept(...[...rescues.values()].flat(), {
    type: 'TreeItemDeleted',
    data: { id: node.id, items: going.length },
  });
}

/**
 * Other users' items are not deleted along when the user may delete only own ones; derived items go with
 * their finding.
 */
const mayDeleteAll = (going: readonly TreeNode[], { can }: DecisionContext): boolean =>
  going.every((node) => node.derived || can(deleteKeyOf(node.type), policyObjectOf(node)));

/** Deletion event of a branch, with the number of deleted items. */
export function deletionOf(view: AuditView, id: ItemId): DecidedEvent {
  let items = 0;
  for (const _ of liveSubtree(view, id)) items++;
  return { type: 'TreeItemDeleted', data: { id, items } };
}

/**
 * Whether a branch contains changes by others after the version that the user saw. Only the server can tell.
 */
export const hidesUnseenWork = (
  view: AuditView,
  id: ItemId,
  base: number,
  context: DecisionContext,
): boolean => hidesUnseen(liveSubtree(view, id), base, context);

function hidesUnseen(nodes: Iterable<TreeNode>, base: number, { actor, mode }: DecisionContext): boolean {
  if (mode === 'optimistic') return false;
  for (const node of nodes) if (changedByOthersAfter(node, base, actor)) return true;
  return false;
}

/** Whether another user changed an item after a version of the audit. */
export const changedByOthersAfter = (node: TreeNode, base: number, actor: string): boolean =>
  (node.changedBy === actor ? (node.changedBefore ?? -1) : node.version) > base;
