import type { Rejection } from '@cotejo/audits-contracts';
import type { AuditView } from './model.ts';

/** Whether an audit is closed: by status, or completed with a real closing day. */
export const isClosed = (audit: Pick<AuditView, 'status' | 'closedOn'>): boolean =>
  audit.status === 'closed' || (audit.status === 'completed' && audit.closedOn !== null);

/** Whether an audit is read-only for good: closed or cancelled. */
export const isReadOnly = (audit: Pick<AuditView, 'status' | 'closedOn'>): boolean =>
  audit.status === 'cancelled' || isClosed(audit);

/**
 * What refuses every intent alike, before its own rules: no such audit, closed, cancelled, or another
 * operation at work. While an operation runs only its own intents pass, so that it can be undone whole.
 */
export function refusedAtTheGate(view: AuditView, operation: string | undefined): Rejection | null {
  if (view.version < 0) return { code: 'audit_not_found' };
  if (view.status === 'cancelled') return { code: 'audit_cancelled' };
  if (isClosed(view)) return { code: 'audit_closed' };
  if (view.operation !== null && operation !== view.operation) return { code: 'operation_running' };
  if (view.operation === null && operation !== undefined) return { code: 'operation_unknown' };
  return null;
}
