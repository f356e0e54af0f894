import { isAudit, type KernelIntent } from '@cotejo/audits-contracts';
import { accept, refuse } from '../model/decision.ts';
import type { AuditView, Decision, DecisionContext } from '../model/model.ts';
import { areReversed } from '../items/schedule-item.ts';

export type ScheduleAudit = Extract<KernelIntent, { kind: 'schedule_audit' }>;

/** Sets or clears the first and last planned day of an audit. */
export function scheduleAudit(
  { profile, recordType, status }: AuditView,
  { startDate, endDate }: ScheduleAudit,
  { can }: DecisionContext,
): Decision {
  if (!can('plan.audit__edit')) return refuse('forbidden');
  if (!isAudit(recordType)) return refuse('audit_status_not_allowed', { status });
  if (areReversed(startDate, endDate)) return refuse('dates_reversed');
  // A browser does not know the present days.
  if (profile === null) return accept();
  const from = { startDate: profile.startDate, endDate: profile.endDate };
  if (from.startDate === startDate && from.endDate === endDate) return accept();
  return accept({ type: 'AuditScheduled', data: { startDate, endDate, from } });
}
