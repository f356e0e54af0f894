import { randomUUID } from 'node:crypto';
import type { errorReportBody, Principal } from '@cotejo/access-contracts';
import type { Pool } from 'pg';
import type { z } from 'zod';

const KEPT_DAYS = 30;

/** What pages report when they break. Kept for thirty days, for whoever looks after the installation. */
export class ErrorReports {
  constructor(
    private readonly pool: Pool,
    private readonly now: () => Date,
  ) {}

  /** `principal` null for a page on which nobody was signed in. */
  async keep(principal: Principal | null, report: z.infer<typeof errorReportBody>): Promise<string> {
    const id = randomUUID();
    await this.pool.query(
      `insert into vault.error_report (id, at, account_id, user_id, error, error_info, url, env)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        id,
        this.now(),
        principal?.accountId ?? null,
        principal?.userId ?? null,
        readable(report.error),
        report.errorInfo === null ? null : readable(report.errorInfo),
        readable(report.url),
        readable(report.env),
      ],
    );
    return id;
  }

  async removeOld(now: Date): Promise<void> {
    await this.pool.query(
      `delete from vault.error_report where at < $1::timestamptz - $2 * interval '1 day'`,
      [now, KEPT_DAYS],
    );
  }
}

/** U+0000 is more than a database reads. */
const readable = (text: string): string => text.replaceAll('\0', '�');
