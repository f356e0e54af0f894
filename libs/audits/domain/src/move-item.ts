import type { ItemType, KernelIntent } from '@cotejo/audits-contracts';
import { accept, policyObjectOf, refuse } from './decision.ts';
import type { AuditView, Decision, DecisionContext } from './model.ts';
import { isAlreadyAt, positionAt } from './positions.ts';
import { canContain, isFixed } from './structure.ts';
import { alive, depthOf, heightOf, isAncestor, MAX_DEPTH } from './tree.ts';

export type MoveItem = Extract<KernelIntent, { kind: 'move_item' }>;

/** To another parent or another place among the siblings. The later of two moves wins. */
export function moveItem(view: AuditView, intent: MoveItem, context: DecisionContext): Decision {
  const { id, parent } = intent;
  const node = view.get(id);
  if (!node) return refuse('item_not_found');
  if (!context.can('plan.treeitem__move', policyObjectOf(node))) return refuse('forbidden');
  if (!alive(view, id)) return refuse('item_deleted');
  if (isFixed(view, node)) return refuse('derived_item');
  if (!alive(view, parent)) return refuse('parent_deleted');
  if (parent !== null && isAncestor(view, id, parent)) return refuse('would_create_cycle');
  const parentType: ItemType | null = parent === null ? null : (view.get(parent)?.type ?? null);
  if (!canContain(view.recordType, parentType, node.type))
    return refuse('child_type_not_allowed', { parent: parentType ?? 'audit', child: node.type });
  if (depthOf(view, parent) + heightOf(view, id) > MAX_DEPTH)
    return refuse('depth_exceeded', { levels: MAX_DEPTH });

  if (isAlreadyAt(view, parent, id, intent)) return accept();
  return accept({
    type: 'TreeItemMoved',
    data: {
      id,
      parent,
      position: positionAt(view, parent, id, intent),
      from: { parent: node.place[0], position: node.place[1] },
    },
  });
}
