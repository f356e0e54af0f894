import { createHash } from 'node:crypto';
import { SIGN_IN_LIMITS } from '@cotejo/access-contracts';
import { afterFailure, normalizedUsername } from '@cotejo/access-domain';
import type { Pool, PoolClient } from 'pg';

export const FAILURES_TO_LOCK = SIGN_IN_LIMITS.failuresToLock;
export const LOCK_MINUTES = SIGN_IN_LIMITS.lockMinutes;

/** The name that somebody tries to sign in with, existing or not. */
export interface TriedName {
  readonly username: string;
  readonly pkg: string;
  readonly account: string | undefined;
}

/** The name as it was typed, in the form in which it is looked up and counted. */
export const triedName = (typed: TriedName): TriedName => ({
  username: normalizedUsername(typed.username),
  pkg: typed.pkg,
  account: typed.account,
});

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

  /** Counts a failure; answers until when the name is locked by it, or null. */
  async failed(name: TriedName, now: Date): Promise<Date | null> {
    const client = await this.pool.connect();
    try {
      await client.query('begin');
      const locked = await this.count(client, hashOf(name), now);
      await client.query('commit');
      client.release();
      return locked;
    } catch (error) {
      // The connection goes with the transaction.
      client.release(true);
      throw error;
    }
  }

  async succeeded(name: TriedName): Promise<void> {
    await this.pool.query('delete from vault.failed_sign_in where name_hash = $1', [hashOf(name)]);
  }

  /** Lets a person try again, under whichever of these names they were tried. */
  async release(names: readonly TriedName[]): Promise<void> {
    await this.pool.query('delete from vault.failed_sign_in where name_hash = any($1::bytea[])', [
      names.map(hashOf),
    ]);
  }

  /** Forgets counts that no longer matter. */
  async removeOld(now: Date): Promise<void> {
    await this.pool.query('delete from vault.failed_sign_in where last_at < $1', [
      new Date(now.getTime() - 2 * LOCK_MINUTES * 60_000),
    ]);
  }

  /** One failure after another, from whichever node: the row is held while it is counted. */
  private async count(client: PoolClient, hash: Buffer, now: Date): Promise<Date | null> {
    await client.query(
      `insert into vault.failed_sign_in (name_hash, failures, last_at) values ($1, 0, $2)
       on conflict do nothing`,
      [hash, now],
    );
    const { rows } = await client.query<{ failures: number; last_at: Date; locked_until: Date | null }>(
      'select failures, last_at, locked_until from vault.failed_sign_in where name_hash = $1 for update',
      [hash],
    );
    const [row] = rows;
    const before =
      row === undefined ? null : { count: row.failures, lastAt: row.last_at, lockedUntil: row.locked_until };
    const { count, lastAt, lockedUntil } = afterFailure(before, now);
    await client.query(
      'update vault.failed_sign_in set failures = $2, last_at = $3, locked_until = $4 where name_hash = $1',
      [hash, count, lastAt, lockedUntil],
    );
    return lockedUntil;
  }
}
