import type { ItemId, KernelIntent } from '@cotejo/audits-contracts';
import { accept, policyObjectOf, refuse, type DecidedEvent } from '../model/decision.ts';
import { isIcceLocked } from './item-locks.ts';
import type { AuditView, Decision, DecisionContext, TreeNode } from '../model/model.ts';
import { moveLock } from '../shared/places.ts';
import { isAlreadyAt, positionAt } from './positions.ts';
import { alive, ancestors, isAncestor, liveSubtree } from '../model/tree.ts';

export type MoveItem = Extract<KernelIntent, { kind: 'move_item' }>;

/**
 * Moves an item to another parent or to another place among its siblings. Of two concurrent moves, the later
 * one wins.
 */
export function moveItem(view: AuditView, intent: MoveItem, context: DecisionContext): Decision {
  const { id, parent } = intent;
  const node = view.get(id);
  if (!node) return refuse('item_not_found');
  if (!context.can('plan.treeitem__move', policyObjectOf(node))) return refuse('forbidden');
  if (isIcceLocked(view, node.type, context)) return refuse('icce_role_required');
  if (!alive(view, id)) return refuse('item_deleted');
  const locked = moveLock(view, node, parent);
  // The move was made already, by a concurrent one to the same parent; nothing is left to do.
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
 * Events for findings below a moved item whose related worksheet will no longer be among their ancestors:
 * they stay in place and become related to their parent, so that they remain visible.
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

/** Whether an item is above another but not above the moved one, so that it moves along. */
function isBetween(view: AuditView, above: ItemId, id: ItemId, moved: ItemId): boolean {
  for (const node of ancestors(view, id)) {
    if (node.id === above) return true;
    if (node.id === moved) return false;
  }
  return false;
}

/** Makes a finding related to its present parent, without moving it. */
export const raisedHere = (id: ItemId, [parent, position]: TreeNode['place']): DecidedEvent => ({
  type: 'TreeItemMoved',
  data: { id, parent, position, from: { parent, position }, leftRefParent: true },
});

/** Move event of an item. A finding that leaves its related worksheet becomes related to its new parent. */
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
