import type { KernelIntent } from '@cotejo/audits-contracts';
import { accept, policyObjectOf, refuse } from './decision.ts';
import type { AuditView, Decision, DecisionContext } from './model.ts';
import { isFixed } from './structure.ts';
import { alive } from './tree.ts';

export type RestoreItem = Extract<KernelIntent, { kind: 'restore_item' }>;

/** Brings back an item that was itself deleted, to its place under a parent that lives. */
export function restoreItem(view: AuditView, intent: RestoreItem, context: DecisionContext): Decision {
  const { id } = intent;
  const node = view.get(id);
  if (!node) return refuse('item_not_found');
  if (!context.can('plan.treeitem__restore', policyObjectOf(node))) return refuse('forbidden');
  if (node.deleted === null)
    return context.mode === 'optimistic' && alive(view, id) ? accept() : refuse('not_deleted');
  if (isFixed(view, node)) return refuse('derived_item');
  if (!alive(view, node.place[0])) return refuse('parent_deleted');
  return accept({ type: 'TreeItemRestored', data: { id } });
}
