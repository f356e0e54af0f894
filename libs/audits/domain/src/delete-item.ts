import { deleteKeyOf, type ItemId, type KernelIntent } from '@cotejo/audits-contracts';
import { accept, policyObjectOf, refuse, type DecidedEvent } from './decision.ts';
import { isIcceLocked, lockOf } from './item-locks.ts';
import type { AuditView, Decision, DecisionContext, TreeNode } from './model.ts';
import { livingReferences } from './references.ts';
import { rescueControl, rescuesOf } from './rescue-controls.ts';
import { alive, liveSubtree } from './tree.ts';

export type DeleteItem = Extract<KernelIntent, { kind: 'delete_item' }>;

/**
 * Deletes an item and with it all that is under it; refused when that holds others' work not yet seen.
 * Controls that stand in other risks too are asked about, or stay there when a branch above them goes.
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

/** The control and all that stands for it: whoever may not delete all of it may not delete it everywhere. */
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

/** Work of others does not go along where only the own may; what is derived goes with its finding. */
const mayDeleteAll = (going: readonly TreeNode[], { can }: DecisionContext): boolean =>
  going.every((node) => node.derived || can(deleteKeyOf(node.type), policyObjectOf(node)));

/** The deletion of a branch, with the number of items that go. */
export function deletionOf(view: AuditView, id: ItemId): DecidedEvent {
  let items = 0;
  for (const _ of liveSubtree(view, id)) items++;
  return { type: 'TreeItemDeleted', data: { id, items } };
}

/** Whether a branch holds changes by others after the version that the person saw. Known on the server alone. */
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

/** Whether anybody but this person changed an item itself after a version of the audit. */
export const changedByOthersAfter = (node: TreeNode, base: number, actor: string): boolean =>
  (node.changedBy === actor ? (node.changedBefore ?? -1) : node.version) > base;
