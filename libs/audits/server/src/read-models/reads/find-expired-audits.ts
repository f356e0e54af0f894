import { RETENTION_YEARS, type AuditId } from '@cotejo/audits-contracts';
import type { ReadDatabase } from '../read-database.ts';

/**
 * Audits of any account deleted up to a moment, oldest first; without those whose file is retained.
 * @param today yyyy-MM-dd
 */
export async function findExpiredAudits(
  db: ReadDatabase,
  before: Date,
  today: string,
): Promise<readonly AuditId[]> {
  const rows = await db.query<{ id: AuditId }[]>(
    `select id from read.audit
      where removal is not null and not discarded and (removal->>'at')::timestamptz <= $1
        and (last_closed_on is null or last_closed_on + make_interval(years => $2) <= $3::date)
      order by removal->>'at', id`,
    [before, RETENTION_YEARS, today],
  );
  return rows.map(({ id }) => id);
}
