import { createHash } from 'node:crypto';
import type { Pool } from 'pg';

export const FAILURES_TO_LOCK = 10;
export const LOCK_MINUTES = 15;

/** The name that somebody tries to sign in with, existing or not. */
export interface TriedName {
  readonly username: string;
  readonly pkg: string;
  readonly account: string | undefined;
}

const hashOf = (name: TriedName): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([name.pkg, name.account?.toLowerCase() ?? null, name.username]))
    .digest();

/** Locks a name for 15 minutes after 10 failures in a row, on all nodes; unknown names lock alike. */
export class NameLock {
  constructor(private readonly pool: Pool) {}

  /** Until when the name is locked; null when it isn't. */
  async lockedUntil(name: TriedName, now: Date): Promise<Date | null> {
    const { rows } = await this.pool.query<{ locked_until: Date }>(
      'select locked_until from vault.failed_sign_in where name_hash = $1 and locked_until > $2',
      [hashOf(name), now],
    );
    return rows[0]?.locked_until ?? null;
  }

  /** Counts a failure; a pause of 15 minutes starts the count anew. */
  async failed(name: TriedName, now: Date): Promise<void> {
    const pause = new Date(now.getTime() - LOCK_MINUTES * 60_000);
    const lock = new Date(now.getTime() + LOCK_MINUTES * 60_000);
    await this.pool.query(
      `insert into vault.failed_sign_in as f (name_hash, failures, last_at) values ($1, 1, $2)
       on conflict (name_hash) do update set
         failures = case when f.last_at < $3 then 1 else f.failures + 1 end,
         last_at = $2,
         locked_until = case when f.last_at >= $3 and f.failures + 1 >= $5 then $4::timestamptz end`,
      [hashOf(name), now, pause, lock, FAILURES_TO_LOCK],
    );
  }

  async succeeded(name: TriedName): Promise<void> {
    await this.pool.query('delete from vault.failed_sign_in where name_hash = $1', [hashOf(name)]);
  }

  /** Forgets counts that no longer matter. */
  async removeOld(now: Date): Promise<void> {
    await this.pool.query('delete from vault.failed_sign_in where last_at < $1', [
      new Date(now.getTime() - 2 * LOCK_MINUTES * 60_000),
    ]);
  }
}
