import type { KernelIntent } from '@cotejo/audits-contracts';
import { accept, policyObjectOf, refuse } from '../model/decision.ts';
import { changedByOthersAfter } from '../items/delete-item.ts';
import { isIcceLocked } from '../items/item-locks.ts';
import type { AuditView, Decision, DecisionContext } from '../model/model.ts';
import {
  cameTo,
  isPreparer,
  markOfStatus,
  marksVoided,
  signed,
  signsAnew,
  type TextsOf,
  type VoidedBecause,
} from '../signatures/signatures.ts';
import { mayTakeBack, notAllowed, permissionForStatus, statusesAfter } from './statuses.ts';
import { alive } from '../model/tree.ts';

export type ChangeStatus = Extract<KernelIntent, { kind: 'change_status' }>;

/**
 * Compare-and-set: applies only if the item still has the status that the user saw; a status that signs
 * applies only if the item is entirely unchanged, since other users may have edited it and restored the
 * status. The user who set the present status may take it back, but not the marks that others added. The
 * server signs on completion or review; a browser shows only the status.
 */
export function changeStatus(
  view: AuditView,
  intent: ChangeStatus,
  base: number,
  context: DecisionContext,
  textsOf: TextsOf,
): Decision {
  const { id, from, to } = intent;
  const node = view.get(id);
  if (!node) return refuse('item_not_found');
  if (!context.can(permissionForStatus(node, to), policyObjectOf(node))) return refuse('forbidden');
  if (isIcceLocked(view, node.type, context)) return refuse('icce_role_required');
  if (!alive(view, id)) return refuse('item_deleted');
  if (node.status === null) return refuse('no_status');
  if (node.status !== from) {
    // The browser's own change, committed before its answer arrived: nothing more to show.
    if (context.mode === 'optimistic' && node.status === to) return accept();
    return refuse('status_conflict', { expected: from, actual: node.status });
  }
  if (from === to) return accept();
  const isAllowed =
    statusesAfter(node).includes(to) || (intent.takeBack && mayTakeBack(node, to, context.actor));
  if (!isAllowed) return refuse('status_not_allowed', notAllowed(node, to));
  const mark = markOfStatus(to);
  if (mark && changedByOthersAfter(node, base, context.actor))
    return refuse('changed_since', { version: node.version });
  if (isPreparer(node, context.actor, to)) return refuse('reviewer_is_preparer');
  if (intent.takeBack && marksVoided(node, to).some(({ by }) => by !== context.actor))
    return refuse('changed_since', { version: node.version });
  const events = cameTo(node, to, becauseOf(intent));
  if (mark && signsAnew(node, to) && context.mode === 'server')
    events.push(signed(view, node, mark, base, textsOf));
  return accept(...events);
}

function becauseOf({ to, takeBack = false }: ChangeStatus): VoidedBecause {
  if (takeBack) return 'withdrawn';
  return to === 'review_note' ? 'note' : 'reopened';
}
