import type { ItemId, KernelIntent } from '@cotejo/audits-contracts';
import { accept, policyObjectOf, refuse, type DecidedEvent } from './decision.ts';
import { isIcceLocked } from './item-locks.ts';
import type { AuditView, Decision, DecisionContext, TreeNode } from './model.ts';
import { moveLock } from './places.ts';
import { isAlreadyAt, positionAt } from './positions.ts';
import { alive, isAncestor } from './tree.ts';

export type MoveItem = Extract<KernelIntent, { kind: 'move_item' }>;

/** To another parent or another place among the siblings. The later of two moves wins. */
export function moveItem(view: AuditView, intent: MoveItem, context: DecisionContext): Decision {
  const { id, parent } = intent;
  const node = view.get(id);
  if (!node) return refuse('item_not_found');
  if (!context.can('plan.treeitem__move', policyObjectOf(node))) return refuse('forbidden');
  if (isIcceLocked(view, node.type, context)) return refuse('icce_role_required');
  if (!alive(view, id)) return refuse('item_deleted');
  const locked = moveLock(view, node, parent);
  // Of two moves to one parent the later one has nothing left to do.
  if (locked) return locked.code === 'sort_locked' ? accept() : { ok: false, rejection: locked };
  if (isAlreadyAt(view, parent, id, intent)) return accept();
  return accept(movedTo(view, node, parent, positionAt(view, parent, id, intent)));
}

/** The move of an item. A finding that goes away from where it was raised is from now on its new parent's. */
export function movedTo(
  view: AuditView,
  { id, place, refParent }: TreeNode,
  parent: ItemId | null,
  position: string,
): DecidedEvent {
  const leftRefParent = refParent !== undefined && (parent === null || !isAncestor(view, refParent, parent));
  return {
    type: 'TreeItemMoved',
    data: { id, parent, position, from: { parent: place[0], position: place[1] }, leftRefParent },
  };
}
