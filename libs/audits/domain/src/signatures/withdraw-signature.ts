import type { ItemStatus, KernelIntent } from '@cotejo/audits-contracts';
import { accept, policyObjectOf, refuse } from '../model/decision.ts';
import { isIcceLocked } from '../items/item-locks.ts';
import type { AuditView, Decision, DecisionContext, TreeNode } from '../model/model.ts';
import { cameTo, hasMarked, marksOn } from './signatures.ts';
import { permissionForStatus, statusAfterEdit } from '../status/statuses.ts';
import { alive } from '../model/tree.ts';

export type WithdrawSignature = Extract<KernelIntent, { kind: 'withdraw_signature' }>;

/**
 * Withdraws the user's own mark. Withdrawing the last of its kind also resets the status: from reviewed to
 * completed, or from completed to in progress, which voids the reviews as well.
 */
export function withdrawSignature(
  view: AuditView,
  { id, mark }: WithdrawSignature,
  context: DecisionContext,
): Decision {
  const node = view.get(id);
  if (!node) return refuse('item_not_found');
  if (!context.can(permissionForStatus(node, mark), policyObjectOf(node))) return refuse('forbidden');
  if (isIcceLocked(view, node.type, context)) return refuse('icce_role_required');
  if (!alive(view, id)) return refuse('item_deleted');
  if (!hasMarked(node, mark, context.actor)) {
    // The browser's own withdrawal, committed before its answer arrived: nothing more to show.
    return context.mode === 'optimistic' ? accept() : refuse('not_signed');
  }
  if (marksOn(node, mark).length === 1)
    return accept(...cameTo(node, statusWithout(node, mark), 'withdrawn'));
  return accept({
    type: 'SignaturesVoided',
    data: { id, voided: [{ mark, by: context.actor }], because: 'withdrawn' },
  });
}

const statusWithout = (node: TreeNode, mark: WithdrawSignature['mark']): ItemStatus | null =>
  mark === 'reviewed' ? 'completed' : statusAfterEdit(node);
