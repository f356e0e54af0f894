import type { KernelIntent } from '@cotejo/audits-contracts';
import { accept, policyObjectOf, refuse } from './decision.ts';
import { changedByOthersAfter } from './delete-item.ts';
import { isIcceLocked } from './item-locks.ts';
import type { AuditView, Decision, DecisionContext, TreeNode } from './model.ts';
import { cameTo, hasMarked, isPreparer, signed, type TextsOf } from './signatures.ts';
import { notAllowed, permissionForStatus, statusAfterBeginning, statusesAfter } from './statuses.ts';
import { alive } from './tree.ts';

export type SignItem = Extract<KernelIntent, { kind: 'sign_item' }>;

/**
 * A person's mark under an item exactly as they saw it. The first that completes or reviews it brings it to that
 * status; whoever follows puts theirs beside. Never optimistic: a browser only learns that it may be asked for.
 */
export function signItem(
  view: AuditView,
  { id, mark }: SignItem,
  base: number,
  context: DecisionContext,
  textsOf: TextsOf,
): Decision {
  const node = view.get(id);
  if (!node) return refuse('item_not_found');
  if (!context.can(permissionForStatus(node, mark), policyObjectOf(node))) return refuse('forbidden');
  if (isIcceLocked(view, node.type, context)) return refuse('icce_role_required');
  if (!alive(view, id)) return refuse('item_deleted');
  if (node.status === null) return refuse('no_status');
  if (hasMarked(node, mark, context.actor) && node.status !== 'review_note') return refuse('already_signed');
  const refused = refusedMark(view, context.mode === 'optimistic' ? begun(node) : node, mark);
  if (refused) return refused;
  if (changedByOthersAfter(node, base, context.actor))
    return refuse('changed_since', { version: node.version });
  if (isPreparer(node, context.actor, mark)) return refuse('reviewer_is_preparer');
  if (context.mode === 'optimistic') return accept();
  return accept(...cameTo(node, mark, 'reopened'), signed(view, node, mark, base, textsOf));
}

/** As it is once somebody wrote in it: a browser does not know what is written in its texts, which began the work. */
const begun = (node: TreeNode): TreeNode => ({ ...node, status: statusAfterBeginning(node) ?? node.status });

/**
 * What puts a person's mark under an item. In an ICCE audit a mark follows the status: until work is completed, coming
 * there is what signs it.
 */
export function markingIntent(
  view: AuditView,
  { id, status }: TreeNode,
  mark: SignItem['mark'],
  textsAt: number | null,
): KernelIntent {
  const isSettled = status === null || status === 'completed' || status === 'reviewed';
  return view.recordType === 'icce' && mark === 'completed' && !isSettled
    ? { kind: 'change_status', id, from: status, to: 'completed' }
    : { kind: 'sign_item', id, mark, textsAt };
}

/** Why an item as it is takes no mark of a kind; null when it does. */
function refusedMark(view: AuditView, node: TreeNode, mark: SignItem['mark']): Decision | null {
  const { status } = node;
  if (status === mark) return null;
  // Specification 2, section 4: there a mark follows the status and does not bring it about.
  const isCompleted = status === 'completed' || status === 'reviewed';
  if ((mark === 'reviewed' || view.recordType === 'icce') && !isCompleted) return refuse('not_completed');
  return status !== null && !statusesAfter(node).includes(mark)
    ? refuse('status_not_allowed', notAllowed(node, mark))
    : null;
}
