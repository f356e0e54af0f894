import type { ItemId, KernelIntent } from '@cotejo/audits-contracts';
import { accept, policyObjectOf, refuse, type DecidedEvent } from './decision.ts';
import { isIcceLocked } from './item-locks.ts';
import type { AuditView, Decision, DecisionContext, TreeNode } from './model.ts';
import { moveLock } from './places.ts';
import { isAlreadyAt, positionAt } from './positions.ts';
import { alive, ancestors, isAncestor, liveSubtree } from './tree.ts';

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
  const { position, renumbered } = positionAt(view, parent, id, intent);
  return accept(
    movedTo(view, node, parent, position),
    ...renumbered,
    ...(parent === node.place[0] ? [] : freedFindings(view, node, parent)),
  );
}

/**
 * Findings under an item that goes to another parent, and that were raised for something which is then not
 * above them any more: they stay where they are, raised for that from now on, and in sight.
 */
export function freedFindings(view: AuditView, moved: TreeNode, parent: ItemId | null): DecidedEvent[] {
  const events: DecidedEvent[] = [];
  for (const { id, place, refParent } of liveSubtree(view, moved.id)) {
    if (refParent === undefined || id === moved.id || isBetween(view, refParent, id, moved.id)) continue;
    if (parent !== null && isAncestor(view, refParent, parent)) continue;
    events.push(raisedHere(id, place));
  }
  return events;
}

/** Whether an item is above another and not above the moved one, with which it goes. */
function isBetween(view: AuditView, above: ItemId, id: ItemId, moved: ItemId): boolean {
  for (const node of ancestors(view, id)) {
    if (node.id === above) return true;
    if (node.id === moved) return false;
  }
  return false;
}

/** A finding stays where it stands and is from now on its parent's. */
export const raisedHere = (id: ItemId, [parent, position]: TreeNode['place']): DecidedEvent => ({
  type: 'TreeItemMoved',
  data: { id, parent, position, from: { parent, position }, leftRefParent: true },
});

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
