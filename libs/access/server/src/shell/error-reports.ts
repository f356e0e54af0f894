import { randomUUID } from 'node:crypto';
import type { errorReportBody, Principal } from '@cotejo/access-contracts';
import type { Pool } from 'pg';
import type { z } from 'zod';

const KEPT_DAYS = 30;

/** Limit for the whole installation: a fault that affects all users is reported often enough. */
export const REPORTS_A_DAY = 2000;
/** Limit for unauthenticated reports, which must leave space for the others and are shortened. */
export const ANONYMOUS_REPORTS_A_DAY = 500;
const ANONYMOUS_LENGTH = 2000;
const DAY_MS = 86_400_000;

/** Error reports from pages, kept for thirty days for the operator. */
export class ErrorReports {
  constructor(
    private readonly pool: Pool,
    private readonly now: () => Date,
  ) {}

  /** `principal` null for a page without a session. Returns null when the daily limit is reached. */
  async keep(principal: Principal | null, report: z.infer<typeof errorReportBody>): Promise<string | null> {
    const id = randomUUID();
    const now = this.now();
    const told = principal === null ? (text: string) => readable(text.slice(0, ANONYMOUS_LENGTH)) : readable;
    const { rowCount } = await this.pool.query(
      `insert into vault.error_report (id, at, account_id, user_id, error, error_info, url, env)
       select $1, $2, $3, $4, $5, $6, $7, $8
        where (select count(*) from vault.error_report
                where at > $9 and ($10 or user_id is null)) < $11`,
      [
        id,
        now,
        principal?.accountId ?? null,
        principal?.userId ?? null,
        told(report.error),
        report.errorInfo === null ? null : told(report.errorInfo),
        readable(report.url),
        readable(report.env),
        new Date(now.getTime() - DAY_MS),
        principal !== null,
        principal === null ? ANONYMOUS_REPORTS_A_DAY : REPORTS_A_DAY,
      ],
    );
    return rowCount === 1 ? id : null;
  }

  async removeOld(now: Date): Promise<void> {
    await this.pool.query(
      `delete from vault.error_report where at < $1::timestamptz - $2 * interval '1 day'`,
      [now, KEPT_DAYS],
    );
  }
}

/** PostgreSQL text can't contain U+0000. */
const readable = (text: string): string => text.replaceAll('\0', '�');
