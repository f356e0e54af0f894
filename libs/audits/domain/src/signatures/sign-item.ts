import type { KernelIntent } from '@cotejo/audits-contracts';
import { accept, policyObjectOf, refuse } from '../model/decision.ts';
import { changedByOthersAfter } from '../items/delete-item.ts';
import { isIcceLocked } from '../items/item-locks.ts';
import type { AuditView, Decision, DecisionContext, TreeNode } from '../model/model.ts';
import { cameTo, hasMarked, isPreparer, signed, type TextsOf } from './signatures.ts';
import { notAllowed, permissionForStatus, statusAfterBeginning, statusesAfter } from '../status/statuses.ts';
import { alive } from '../model/tree.ts';

export type SignItem = Extract<KernelIntent, { kind: 'sign_item' }>;

/**
 * Signs an item exactly as the user saw it. The first completion or review also sets the status; later
 * signatures are added. Never optimistic: a browser only learns whether it may be requested.
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

/** The item as if its work had started: a browser does not know its texts, which may have started it. */
const begun = (node: TreeNode): TreeNode => ({ ...node, status: statusAfterBeginning(node) ?? node.status });

/**
 * The intent by which a user signs an item. In an ICCE audit signatures follow the status: until work is
 * completed, changing the status signs it.
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

/** Why an item does not accept a mark at its present status; null when it does. */
function refusedMark(view: AuditView, node: TreeNode, mark: SignItem['mark']): Decision | null {
  const { status } = node;
  if (status === mark) return null;
  // Specification 2, section 4: in ICCE audits a mark follows the status and does not set it.
  const isCompleted = status === 'completed' || status === 'reviewed';
  if ((mark === 'reviewed' || view.recordType === 'icce') && !isCompleted) return refuse('not_completed');
  return status !== null && !statusesAfter(node).includes(mark)
    ? refuse('status_not_allowed', notAllowed(node, mark))
    : null;
}
