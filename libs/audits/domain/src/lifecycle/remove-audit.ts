import {
  AUDIT_TRASH_DAYS,
  isAudit,
  RETENTION_YEARS,
  type AuditRemoval,
  type AuditStatus,
  type KernelIntent,
} from '@cotejo/audits-contracts';
import { accept, refuse } from '../model/decision.ts';
import { dayOf } from '../model/day-of.ts';
import type { AuditView, Decision, DecisionContext } from '../model/model.ts';

type DeleteAudit = Extract<KernelIntent, { kind: 'delete_audit' }>;

const DAY_MS = 24 * 60 * 60_000;

/** Statuses in which an audit can be deleted: no work of it is kept, or none goes on. */
const DELETABLE: ReadonlySet<AuditStatus> = new Set(['not_started', 'cancelled']);

/** Whether an audit's status lets it be deleted. */
export const isDeletable = ({ recordType, status }: Pick<AuditView, 'recordType' | 'status'>): boolean =>
  isAudit(recordType) && DELETABLE.has(status);

/** Puts an audit into the trash of the account. */
export function deleteAudit(view: AuditView, { reason }: DeleteAudit, { can }: DecisionContext): Decision {
  if (!can('plan.audit__delete')) return refuse('forbidden');
  if (!isDeletable(view)) return refuse('audit_not_deletable', { status: view.status });
  return accept({ type: 'AuditDeleted', data: reason === undefined ? {} : { reason } });
}

/** Takes an audit out of the trash, as it was. */
export function restoreAudit({ removal }: AuditView, { can }: DecisionContext): Decision {
  if (removal === null) return refuse('audit_not_deleted');
  if (!can('plan.audit__restore')) return refuse('forbidden');
  return accept({ type: 'AuditRestored', data: {} });
}

/** Removes an audit for good once its days in the trash are over and its file need not be retained. */
export function purgeAudit(view: AuditView, { can, now }: DecisionContext): Decision {
  const { removal, lastClosedOn } = view;
  if (!can('trashbin.purge')) return refuse('forbidden');
  if (removal === null) return refuse('audit_not_deleted');
  if (Date.parse(now) < purgeableFrom(removal).getTime()) return refuse('not_expired');
  const until = retainedUntil(lastClosedOn);
  if (until !== null && dayOf(now) < until) return refuse('audit_retained', { until });
  return accept({ type: 'AuditPurged', data: {} });
}

/** Moment from which a deleted audit may be purged. */
export const purgeableFrom = ({ at }: Pick<AuditRemoval, 'at'>): Date =>
  new Date(Date.parse(at) + AUDIT_TRASH_DAYS * DAY_MS);

/** Day (yyyy-MM-dd) until which the file of a closed audit is retained; null for one that was never closed. */
export function retainedUntil(lastClosedOn: string | null): string | null {
  if (lastClosedOn === null) return null;
  return `${Number(lastClosedOn.slice(0, 4)) + RETENTION_YEARS}${lastClosedOn.slice(4)}`;
}
