import type { AccountId, UserId } from '@cotejo/access-contracts';
import type { Pool } from 'pg';

interface Owner {
  readonly accountId: AccountId;
  readonly userId: UserId;
}

/** Maps identities of external directories to users. */
export class ExternalIdentityVault {
  constructor(private readonly pool: Pool) {}

  /** Returns at most one user per account. */
  async find(issuer: string, subject: string): Promise<readonly Owner[]> {
    const { rows } = await this.pool.query<Owner>(
      `select account_id as "accountId", user_id as "userId" from vault.external_identity
        where issuer = $1 and subject = $2`,
      [issuer, subject],
    );
    return rows;
  }

  /** False when the identity belongs to another user of the account, or the user already has one of that issuer. */
  async link(issuer: string, subject: string, { accountId, userId }: Owner): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `insert into vault.external_identity (issuer, subject, account_id, user_id)
       select $1, $2, $3, $4 where not exists (
         select from vault.external_identity where issuer = $1 and account_id = $3 and user_id = $4)
       on conflict do nothing`,
      [issuer, subject, accountId, userId],
    );
    return rowCount === 1;
  }

  /** Removes the user's identities; they must be confirmed anew. */
  async unlink({ accountId, userId }: Owner): Promise<void> {
    await this.pool.query('delete from vault.external_identity where account_id = $1 and user_id = $2', [
      accountId,
      userId,
    ]);
  }
}
