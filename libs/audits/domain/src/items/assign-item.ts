import type { UserId } from '@cotejo/access-contracts';
import { originalItemId, type ItemType, type KernelIntent } from '@cotejo/audits-contracts';
import { accept, policyObjectOf, refuse, type DecidedEvent } from '../model/decision.ts';
import { isIcceLocked, lockOf } from './item-locks.ts';
import type { AuditView, Decision, DecisionContext } from '../model/model.ts';
import { statusAfterAssignment } from '../status/statuses.ts';
import { alive } from '../model/tree.ts';

export type AssignItem = Extract<KernelIntent, { kind: 'assign_item' }>;

/**
 * Assigns an item to a user or to none. A new item becomes assigned, and an assigned one without user becomes
 * new again.
 */
export function assignItem(view: AuditView, intent: AssignItem, context: DecisionContext): Decision {
  const { id, assignee } = intent;
  const node = view.get(id);
  if (!node) return refuse('item_not_found');
  if (!context.can('plan.assign_user', policyObjectOf(node))) return refuse('forbidden');
  if (isIcceLocked(view, node.type, context)) return refuse('icce_role_required');
  if (!alive(view, id)) return refuse('item_deleted');
  const locked = lockOf(view, node, 'assign');
  if (locked) return refuse(locked);
  if (node.assignee === assignee) return accept();
  if (assignee !== null) {
    if (!assigneeMayWork(view, node.type, assignee)) return refuse('assignee_not_in_team');
    if (context.isPerson?.(assignee) === false) return refuse('assignee_not_in_team');
    if (node.type === 'action_plan' && !findingIsDiscussed(view, id)) return refuse('finding_not_discussed');
  }
  const events: DecidedEvent[] = [{ type: 'TreeItemAssigned', data: { id, assignee, from: node.assignee } }];
  const status = statusAfterAssignment(node, assignee !== null);
  if (status && node.status)
    events.push({ type: 'ItemStatusChanged', data: { id, from: node.status, to: status } });
  return accept(...events);
}

/**
 * Only team members other than guests can be assigned; action plans can be assigned to any user of the
 * account, including auditees. Where the team is unknown (a browser that has not loaded it), the server
 * decides.
 */
export function assigneeMayWork(view: AuditView, type: ItemType, assignee: UserId): boolean {
  if (type === 'action_plan' || view.team === null) return true;
  return (view.team.get(assignee) ?? 'guest') !== 'guest';
}

/** Specification 2, section 4: an action plan is assigned only after its finding was discussed. */
function findingIsDiscussed(view: AuditView, plan: AssignItem['id']): boolean {
  const status = view.get(originalItemId(plan))?.status;
  return status === 'completed' || status === 'reviewed';
}
