import type { AccountId, UserId } from '@cotejo/access-contracts';
import type { Pool } from 'pg';
import { SALT_BYTES } from '../second-factor/recovery-codes.ts';

export interface KeptTotp {
  /** Encrypted. */
  readonly secret: Buffer;
  readonly confirmed: boolean;
  /** Latest time step whose code was used. */
  readonly lastStep: number;
}

/** Secrets of authenticator apps, and recovery codes as hashes. */
export class SecondFactorVault {
  constructor(private readonly pool: Pool) {}

  async totp(account: AccountId, user: UserId): Promise<KeptTotp | null> {
    const { rows } = await this.pool.query<{ secret: Buffer; confirmed: boolean; last_step: string }>(
      `select secret, confirmed_at is not null as confirmed, last_step
         from vault.totp where account_id = $1 and user_id = $2`,
      [account, user],
    );
    const [row] = rows;
    if (row === undefined) return null;
    return { secret: row.secret, confirmed: row.confirmed, lastStep: Number(row.last_step) };
  }

  /** Stores a confirmed secret; `step` is that of the confirming code. */
  async putTotp(account: AccountId, user: UserId, secret: Buffer, step: number, now: Date): Promise<void> {
    await this.pool.query(
      `insert into vault.totp (account_id, user_id, secret, confirmed_at, last_step) values ($1, $2, $3, $4, $5)
       on conflict (account_id, user_id) do update set secret = $3, confirmed_at = $4, last_step = $5`,
      [account, user, secret, now, step],
    );
  }

  /** Marks a time step's code as used; false when it, or a later one, was used before. */
  async useStep(account: AccountId, user: UserId, step: number): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      'update vault.totp set last_step = $3 where account_id = $1 and user_id = $2 and last_step < $3',
      [account, user, step],
    );
    return rowCount === 1;
  }

  /** Replaces the encryption of a secret, unless the secret was replaced meanwhile. */
  async reseal(account: AccountId, user: UserId, before: Buffer, after: Buffer): Promise<void> {
    await this.pool.query(
      'update vault.totp set secret = $4 where account_id = $1 and user_id = $2 and secret = $3',
      [account, user, before, after],
    );
  }

  /** Removes the app and its recovery codes. */
  async remove(account: AccountId, user: UserId): Promise<void> {
    await this.pool.query(
      `with codes as (delete from vault.recovery_code where account_id = $1 and user_id = $2)
       delete from vault.totp where account_id = $1 and user_id = $2`,
      [account, user],
    );
  }

  /** Replaces all earlier recovery codes. */
  async putRecoveryCodes(account: AccountId, user: UserId, hashes: readonly Buffer[]): Promise<void> {
    await this.pool.query(
      `with gone as (delete from vault.recovery_code where account_id = $1 and user_id = $2)
       insert into vault.recovery_code (account_id, user_id, code_hash) select $1, $2, unnest($3::bytea[])`,
      [account, user, hashes],
    );
  }

  /** Salt of the user's recovery codes; null when there are none. */
  async recoverySalt(account: AccountId, user: UserId): Promise<Buffer | null> {
    const { rows } = await this.pool.query<{ salt: Buffer }>(
      `select substr(code_hash, 1, $3) as salt from vault.recovery_code
        where account_id = $1 and user_id = $2 limit 1`,
      [account, user, SALT_BYTES],
    );
    return rows[0]?.salt ?? null;
  }

  /** Uses a recovery code; returns how many are left, or null when it is unknown or used. */
  async useRecoveryCode(account: AccountId, user: UserId, hash: Buffer, now: Date): Promise<number | null> {
    const { rowCount } = await this.pool.query(
      `update vault.recovery_code set used_at = $4
        where account_id = $1 and user_id = $2 and code_hash = $3 and used_at is null`,
      [account, user, hash, now],
    );
    if (rowCount !== 1) return null;
    const { rows } = await this.pool.query<{ count: string }>(
      'select count(*) from vault.recovery_code where account_id = $1 and user_id = $2 and used_at is null',
      [account, user],
    );
    return Number(rows[0]?.count ?? 0);
  }
}
