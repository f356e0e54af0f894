import type { KernelIntent } from '@cotejo/audits-contracts';
import { accept, policyObjectOf, refuse } from '../model/decision.ts';
import { isIcceLocked, lockOf } from './item-locks.ts';
import type { AuditView, Decision, DecisionContext } from '../model/model.ts';
import { alive } from '../model/tree.ts';

export type ScheduleItem = Extract<KernelIntent, { kind: 'schedule_item' }>;

/** Sets or clears the first and last day of an item. Voids no signature. */
export function scheduleItem(view: AuditView, intent: ScheduleItem, context: DecisionContext): Decision {
  const { id, startDate, endDate } = intent;
  const node = view.get(id);
  if (!node) return refuse('item_not_found');
  if (!context.can('plan.treeitem__edit', policyObjectOf(node))) return refuse('forbidden');
  if (isIcceLocked(view, node.type, context)) return refuse('icce_role_required');
  if (!alive(view, id)) return refuse('item_deleted');
  const locked = lockOf(view, node, 'schedule');
  if (locked) return refuse(locked);
  if (areReversed(startDate, endDate)) return refuse('dates_reversed');
  const [start, end] = node.dates ?? [null, null];
  if (start === startDate && end === endDate) return accept();
  return accept({
    type: 'TreeItemScheduled',
    data: { id, startDate, endDate, from: { startDate: start, endDate: end } },
  });
}

/** Whether an end precedes its start; days are yyyy-MM-dd. */
export const areReversed = (start: string | null, end: string | null): boolean =>
  start !== null && end !== null && end < start;
