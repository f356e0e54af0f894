import { isAudit } from '@cotejo/audits-contracts';
import type { AuditSession } from '../session/audit-session.ts';

type Session = Pick<AuditSession, 'can' | 'me' | 'view'>;

/** Whether the user may record time on this audit now. */
export const mayRecordTime = ({ can, view }: Session): boolean =>
  isAudit(view.recordType) && can('plan.time__add');

/** Whether the user can have time records to see here: members other than guests, and users who may edit the team. */
export const seesTime = ({ can, me, view }: Session): boolean =>
  isAudit(view.recordType) && (can('plan.team__edit') || (view.team?.get(me) ?? 'guest') !== 'guest');
