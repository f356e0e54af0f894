import type { AccountId } from '@cotejo/access-contracts';
import type { AuditId } from '@cotejo/audits-contracts';
import type { ReadDatabase } from '../read-database.ts';

/** Progress at the end of a day on which it may have changed. */
export interface ProgressOfDay {
  /** yyyy-MM-dd. */
  readonly day: string;
  readonly progress: number | null;
}

/** An audit's progress by day, oldest first. */
export const readProgress = (
  db: ReadDatabase,
  accountId: AccountId,
  audit: AuditId,
): Promise<readonly ProgressOfDay[]> =>
  db.query<ProgressOfDay[]>(
    `select day::text, round(progress::numeric, 1)::float8 as progress from read.audit_progress
      where account_id = $1 and audit_id = $2 order by day`,
    [accountId, audit],
  );
