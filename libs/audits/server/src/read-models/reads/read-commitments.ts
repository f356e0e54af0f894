import type { AccountId, UserId } from '@cotejo/access-contracts';
import { recordType, isAudit, type AuditId, type TeamRole } from '@cotejo/audits-contracts';
import type { ReadDatabase } from '../read-database.ts';

/** Place of a person in the team of an open audit. */
export interface Commitment {
  readonly audit: AuditId;
  readonly role: TeamRole;
  readonly budgetedMinutes: number;
  /** Days of the member, else of the audit. */
  readonly startDate: string | null;
  readonly endDate: string | null;
}

/** A person's places in open audits other than one, guest places excluded; the earliest first. */
export const readCommitments = (
  db: ReadDatabase,
  accountId: AccountId,
  user: UserId,
  except: AuditId,
): Promise<Commitment[]> =>
  db.query<Commitment[]>(
    `select a.id as audit, m.role, m.budgeted_minutes as "budgetedMinutes",
            coalesce(m.start_date, a.start_date)::text as "startDate",
            coalesce(m.end_date, a.end_date)::text as "endDate"
       from read.audit_member m
       join read.audit a on a.account_id = m.account_id and a.id = m.audit_id and not a.discarded and a.removal is null
      where m.account_id = $1 and m.user_id = $2 and m.audit_id <> $3 and m.is_active and m.role <> 'guest'
        and a.record_type = any ($4) and a.closed_on is null
        and a.status in ('not_started', 'in_progress', 'completed')
      order by 4 nulls last, 5 nulls last, a.code`,
    [accountId, user, except, recordType.options.filter(isAudit)],
  );
