import type { KernelIntent } from '@cotejo/audits-contracts';
import { accept, policyObjectOf, refuse } from '../model/decision.ts';
import { isIcceLocked, lockOf } from '../items/item-locks.ts';
import type { AuditView, Decision, DecisionContext } from '../model/model.ts';
import { statusFamily } from '../status/statuses.ts';
import { alive } from '../model/tree.ts';

export type AllotItem = Extract<KernelIntent, { kind: 'allot_item' }>;

/**
 * Puts an item into a sprint or visit or takes it out. Changes neither status nor signatures, and commutes with
 * changes by others: each intent names one stretch.
 */
export function allotItem(view: AuditView, intent: AllotItem, context: DecisionContext): Decision {
  const { id, isIn } = intent;
  const node = view.get(id);
  if (!node) return refuse('item_not_found');
  if (!context.can('plan.treeitem__edit', policyObjectOf(node))) return refuse('forbidden');
  if (isIcceLocked(view, node.type, context)) return refuse('icce_role_required');
  if (!alive(view, id)) return refuse('item_deleted');
  const locked = lockOf(view, node, 'assign');
  if (locked) return refuse(locked);
  if (statusFamily(node.type) === null) return refuse('stretch_not_applicable');
  const stretch = view.stretches.get(intent.stretch);
  if (!stretch) return refuse('stretch_not_found');
  if ((node.stretches ?? []).includes(stretch.id) === isIn) return accept();
  if (isIn && stretch.isRemoved) return refuse('stretch_not_found');
  const { kind, name } = stretch;
  return accept({ type: 'TreeItemAllotted', data: { id, stretch: stretch.id, kind, name, isIn } });
}
