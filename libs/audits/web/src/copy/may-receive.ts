import type { AuditRow } from '@cotejo/audits-contracts';
import { auditStatusOf } from '../audit-status.ts';

/** Whether somebody may be expected to write in an audit, as far as its row tells: the room judges. */
export function mayReceive(
  row: Pick<AuditRow, 'status' | 'in_team' | 'created_by' | 'operacion'>,
  me: { readonly id: string; readonly role: string },
): boolean {
  const status = auditStatusOf(row.status);
  if (status === 'closed' || status === 'cancelled' || row.operacion !== null) return false;
  return row.in_team || row.created_by.id === me.id || me.role === 'admin';
}
