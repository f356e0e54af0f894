import type { Principal } from '@cotejo/access-contracts';
import { auditCan } from '@cotejo/audits-domain';
import type { AuditRoom } from './audit-room.ts';

/** Whether a user may read an audit's tree. `unknown`: for this user the audit does not exist. */
export type RoomAdmission = 'admitted' | 'unknown' | 'forbidden';

/**
 * Audits of other accounts and discarded imports are reported as `unknown`, so that their existence is not
 * revealed.
 */
export function admissionTo(room: AuditRoom | null, principal: Principal): RoomAdmission {
  if (!room || room.state.account !== principal.accountId || room.hot.discarded) return 'unknown';
  return auditCan(principal, room.state)('plan.access') ? 'admitted' : 'forbidden';
}
