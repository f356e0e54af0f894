import type { ItemStatus, KernelIntent } from '@cotejo/audits-contracts';
import { accept, policyObjectOf, refuse } from './decision.ts';
import { changedByOthersAfter } from './delete-item.ts';
import { isIcceLocked } from './item-locks.ts';
import type { AuditView, Decision, DecisionContext } from './model.ts';
import { isPreparer, mayTakeBack, permissionForStatus, statusesAfter } from './statuses.ts';
import { alive } from './tree.ts';

export type ChangeStatus = Extract<KernelIntent, { kind: 'change_status' }>;

/** Statuses that are a person's mark under an item as it is: nobody puts it under what they have not seen. */
const SIGNATURES: ReadonlySet<ItemStatus> = new Set<ItemStatus>(['completed', 'reviewed']);

/**
 * Compare-and-set: holds only if the item still has the status that the person saw; a signature only if it
 * still is the very item, which somebody may have changed and brought to the same status again. Whoever
 * brought it there may take that back.
 */
export function changeStatus(
  view: AuditView,
  intent: ChangeStatus,
  base: number,
  context: DecisionContext,
): Decision {
  const { id, from, to } = intent;
  const node = view.get(id);
  if (!node) return refuse('item_not_found');
  if (!context.can(permissionForStatus(node, to), policyObjectOf(node))) return refuse('forbidden');
  if (isIcceLocked(view, node.type, context)) return refuse('icce_role_required');
  if (!alive(view, id)) return refuse('item_deleted');
  if (node.status === null) return refuse('no_status');
  if (node.status !== from) {
    // The browser's own change, committed before its answer came: nothing more to show.
    if (context.mode === 'optimistic' && node.status === to) return accept();
    return refuse('status_conflict', { expected: from, actual: node.status });
  }
  if (from === to) return accept();
  const isAllowed =
    statusesAfter(node).includes(to) || (intent.takeBack && mayTakeBack(node, to, context.actor));
  if (!isAllowed) return refuse('status_not_allowed', { from, to });
  if (SIGNATURES.has(to) && changedByOthersAfter(node, base, context.actor))
    return refuse('changed_since', { version: node.version });
  if (isPreparer(node, context.actor, to)) return refuse('reviewer_is_preparer');
  return accept({ type: 'ItemStatusChanged', data: { id, from, to } });
}
