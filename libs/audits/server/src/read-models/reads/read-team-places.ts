import type { AccountId } from '@cotejo/access-contracts';
import { isAudit, recordType, type TeamPlace } from '@cotejo/audits-contracts';
import type { ReadDatabase } from '../read-database.ts';

/** See `AuditQueries.teamPlaces`. */
export const readTeamPlaces = (
  db: ReadDatabase,
  accountId: AccountId,
  from: string,
  to: string,
): Promise<TeamPlace[]> =>
  db.query<TeamPlace[]>(
    `select m.user_id as "user", a.id as audit, m.budgeted_minutes as minutes,
            coalesce(m.start_date, a.start_date)::text as "startDate",
            coalesce(m.end_date, a.end_date)::text as "endDate"
       from read.audit_member m
       join read.audit a on a.account_id = m.account_id and a.id = m.audit_id and not a.discarded and a.removal is null
      where m.account_id = $1 and m.is_active and m.role <> 'guest' and m.budgeted_minutes > 0
        and coalesce(m.start_date, a.start_date) <= $3 and coalesce(m.end_date, a.end_date) >= $2
        and coalesce(m.start_date, a.start_date) <= coalesce(m.end_date, a.end_date)
        and a.record_type = any ($4) and a.closed_on is null
        and a.status in ('not_started', 'in_progress', 'completed')
      order by m.user_id, a.code`,
    [accountId, from, to, recordType.options.filter(isAudit)],
  );
