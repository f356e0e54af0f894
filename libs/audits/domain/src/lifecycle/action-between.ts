import { auditAction, type AuditAction, type AuditStatus } from '@cotejo/audits-contracts';
import { FROM } from './change-audit-status.ts';

/** Statuses to which an action may lead; going back, the audit's past decides. */
const TO: Readonly<Record<AuditAction, readonly AuditStatus[]>> = {
  start: ['in_progress'],
  complete: ['completed'],
  close: ['closed'],
  cancel: ['cancelled'],
  reopen: ['in_progress', 'not_started'],
  postpone: ['postponed'],
  resume: ['in_progress', 'not_started'],
  reset: ['not_started'],
};

/** The action that leads an audit from one status to another; null where none does. */
export const actionBetween = (from: AuditStatus, to: AuditStatus): AuditAction | null =>
  auditAction.options.find((action) => FROM[action].includes(from) && TO[action].includes(to)) ?? null;
