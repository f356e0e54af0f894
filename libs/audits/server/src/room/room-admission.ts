import type { Principal } from '@cotejo/access-contracts';
import { auditCan } from '@cotejo/audits-domain';
import type { AuditRoom } from './audit-room.ts';

/** Whether somebody may have an audit's tree. `unknown` = to this person there is no such audit. */
export type RoomAdmission = 'admitted' | 'unknown' | 'forbidden';

/** Another account's audit looks like one that does not exist, and so does an import that was given up. */
export function admissionTo(room: AuditRoom | null, principal: Principal): RoomAdmission {
  if (!room || room.state.account !== principal.accountId || room.hot.discarded) return 'unknown';
  return auditCan(principal, room.state)('plan.access') ? 'admitted' : 'forbidden';
}
