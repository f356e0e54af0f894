import { PASSWORD_HISTORY, type AccountId, type UserId } from '@cotejo/access-contracts';
import type { Pool } from 'pg';

/** Password hashes: the current one, and earlier ones up to the longest history that an account may set. */
export class CredentialVault {
  constructor(private readonly pool: Pool) {}

  /** Newest first, starting with the current one, if the user has one. */
  async hashes(account: AccountId, user: UserId): Promise<readonly string[]> {
    const { rows } = await this.pool.query<{ password_hash: string }>(
      `select password_hash from (
         select 0 as age, password_hash, changed_at from vault.credential where account_id = $1 and user_id = $2
         union all
         select 1, password_hash, changed_at from vault.password_history where account_id = $1 and user_id = $2
       ) every_one order by age, changed_at desc limit $3`,
      [account, user, PASSWORD_HISTORY.most],
    );
    return rows.map((row) => row.password_hash);
  }

  /** The current hash; null while the user has no password. */
  async present(account: AccountId, user: UserId): Promise<string | null> {
    const { rows } = await this.pool.query<{ password_hash: string }>(
      'select password_hash from vault.credential where account_id = $1 and user_id = $2',
      [account, user],
    );
    return rows[0]?.password_hash ?? null;
  }

  /** Moves the current hash to the history, without a replacement. */
  async retire(account: AccountId, user: UserId): Promise<void> {
    await this.pool.query(
      `with gone as (
         delete from vault.credential where account_id = $1 and user_id = $2
         returning account_id, user_id, password_hash, changed_at
       )
       insert into vault.password_history (account_id, user_id, password_hash, changed_at)
       select account_id, user_id, password_hash, changed_at from gone on conflict do nothing`,
      [account, user],
    );
  }

  /** Replaces the current hash, which moves to the history; in one statement. */
  async replace(account: AccountId, user: UserId, hash: string, now: Date): Promise<void> {
    await this.pool.query(
      `with before as (
         insert into vault.password_history (account_id, user_id, password_hash, changed_at)
         select account_id, user_id, password_hash, changed_at from vault.credential
          where account_id = $1 and user_id = $2
         on conflict do nothing
       ), forgotten as (
         delete from vault.password_history h where account_id = $1 and user_id = $2 and changed_at < (
           select min(changed_at) from (
             select changed_at from vault.password_history
              where account_id = $1 and user_id = $2 order by changed_at desc limit $5
           ) kept)
       )
       insert into vault.credential (account_id, user_id, password_hash, changed_at) values ($1, $2, $3, $4)
       on conflict (account_id, user_id) do update set password_hash = $3, changed_at = $4`,
      [account, user, hash, now, PASSWORD_HISTORY.most],
    );
  }
}
