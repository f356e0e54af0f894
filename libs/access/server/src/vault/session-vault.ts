import type { AccountId, SessionId, UserId } from '@cotejo/access-contracts';
import type { Pool } from 'pg';

export interface NewSession {
  readonly id: SessionId;
  readonly accountId: AccountId;
  readonly userId: UserId;
  readonly tokenHash: Buffer;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly ip: string;
  readonly userAgent: string;
}

const IP_LENGTH = 64;
const USER_AGENT_LENGTH = 200;

/** Sessions as secrets: the hash of each token. Whether a session still lives is told by the log. */
export class SessionVault {
  constructor(private readonly pool: Pool) {}

  async add(session: NewSession): Promise<void> {
    await this.pool.query(
      `insert into vault.session
         (id, account_id, user_id, token_hash, created_at, expires_at, last_seen_at, ip, user_agent)
       values ($1, $2, $3, $4, $5, $6, $5, $7, $8)`,
      [
        session.id,
        session.accountId,
        session.userId,
        session.tokenHash,
        session.createdAt,
        session.expiresAt,
        session.ip.slice(0, IP_LENGTH),
        session.userAgent.slice(0, USER_AGENT_LENGTH),
      ],
    );
  }

  /** Null for a session that never was or has been removed. */
  async find(id: SessionId): Promise<{ readonly tokenHash: Buffer; readonly expiresAt: Date } | null> {
    const { rows } = await this.pool.query<{ token_hash: Buffer; expires_at: Date }>(
      'select token_hash, expires_at from vault.session where id = $1',
      [id],
    );
    const [row] = rows;
    return row === undefined ? null : { tokenHash: row.token_hash, expiresAt: row.expires_at };
  }

  async seen(id: SessionId, now: Date): Promise<void> {
    await this.pool.query('update vault.session set last_seen_at = $2 where id = $1', [id, now]);
  }

  async remove(id: SessionId): Promise<void> {
    await this.pool.query('delete from vault.session where id = $1', [id]);
  }

  /** Forgets sessions that expired before this moment, with their addresses and browsers. */
  async removeExpired(before: Date): Promise<void> {
    await this.pool.query('delete from vault.session where expires_at < $1', [before]);
  }
}
