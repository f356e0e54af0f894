import type { AccountId } from '@cotejo/access-contracts';
import type { Pool } from 'pg';

export interface Logo {
  readonly sha256: string;
  readonly type: 'image/png' | 'image/jpeg';
  readonly bytes: Uint8Array;
}

/** Account data in the vault; each query is limited to one account, except `storage`. */
export class AccountVault {
  constructor(private readonly pool: Pool) {}

  async logo(account: AccountId): Promise<Logo | null> {
    const { rows } = await this.pool.query<Logo>(
      'select sha256, type, bytes from vault.logo where account_id = $1',
      [account],
    );
    return rows[0] ?? null;
  }

  async keepLogo(account: AccountId, { sha256, type, bytes }: Logo): Promise<void> {
    await this.pool.query(
      `insert into vault.logo (account_id, sha256, type, bytes) values ($1, $2, $3, $4)
       on conflict (account_id) do update
         set sha256 = excluded.sha256, type = excluded.type, bytes = excluded.bytes`,
      [account, sha256, type, bytes],
    );
  }

  async removeLogo(account: AccountId): Promise<void> {
    await this.pool.query('delete from vault.logo where account_id = $1', [account]);
  }

  /** Bytes of the logo of each account that has one. */
  async storage(accounts: readonly AccountId[]): Promise<ReadonlyMap<AccountId, number>> {
    const { rows } = await this.pool.query<{ account_id: AccountId; used: number }>(
      `select account_id, octet_length(bytes)::float8 as used from vault.logo
        where account_id = any($1::uuid[])`,
      [accounts],
    );
    return new Map(rows.map(({ account_id, used }) => [account_id, used]));
  }

  /** False when another account has this name in the package. */
  async rename(account: AccountId, { name, pkg }: { readonly name: string; readonly pkg: string }) {
    const { rowCount } = await this.pool.query(
      `update vault.account a set name = $2, pkg = $3
        where id = $1 and not exists (
          select from vault.account other
           where other.pkg = $3 and lower(other.name) = lower($2) and other.id <> $1)`,
      [account, name, pkg],
    );
    return rowCount === 1;
  }
}
