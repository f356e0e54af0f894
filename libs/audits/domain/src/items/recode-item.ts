import type { KernelIntent } from '@cotejo/audits-contracts';
import { accept, policyObjectOf, refuse } from '../model/decision.ts';
import { isIcceLocked, lockOf } from './item-locks.ts';
import type { AuditView, Decision, DecisionContext } from '../model/model.ts';
import { alive } from '../model/tree.ts';

export type RecodeItem = Extract<KernelIntent, { kind: 'recode_item' }>;

/** Sets or clears a code. A code is a label: it voids no signature, and derived items may have their own. */
export function recodeItem(view: AuditView, intent: RecodeItem, context: DecisionContext): Decision {
  const node = view.get(intent.id);
  if (!node) return refuse('item_not_found');
  if (!context.can('plan.treeitem__edit', policyObjectOf(node))) return refuse('forbidden');
  if (isIcceLocked(view, node.type, context)) return refuse('icce_role_required');
  if (!alive(view, intent.id)) return refuse('item_deleted');
  const locked = lockOf(view, node, 'recode');
  if (locked) return refuse(locked);
  if (node.code === intent.code) return accept();
  return accept({ type: 'TreeItemRecoded', data: { id: node.id, code: intent.code, from: node.code } });
}
