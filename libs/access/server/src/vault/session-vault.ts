import type { AccountId, AuthenticationMethod, SessionId, UserId } from '@cotejo/access-contracts';
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
  readonly method: AuthenticationMethod;
}

/** A session as shown to its user. */
export interface KeptSession {
  readonly id: SessionId;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
  readonly ip: string;
  readonly userAgent: string;
  readonly method: string;
}

/** Data for verifying a session's token. */
export interface StoredSession {
  readonly tokenHash: Buffer;
  readonly expiresAt: Date;
  readonly lastSeenAt: Date;
}

export interface IdleSession {
  readonly id: SessionId;
  readonly accountId: AccountId;
  readonly userId: UserId;
}

const IP_LENGTH = 64;
const USER_AGENT_LENGTH = 200;
export const IDLE_AT_ONCE = 200;

/** Sessions with the hash of each token. The log decides whether a session is live. */
export class SessionVault {
  constructor(private readonly pool: Pool) {}

  async add(session: NewSession): Promise<void> {
    await this.pool.query(
      `insert into vault.session
         (id, account_id, user_id, token_hash, created_at, expires_at, last_seen_at, ip, user_agent, method)
       values ($1, $2, $3, $4, $5, $6, $5, $7, $8, $9)`,
      [
        session.id,
        session.accountId,
        session.userId,
        session.tokenHash,
        session.createdAt,
        session.expiresAt,
        session.ip.slice(0, IP_LENGTH),
        session.userAgent.slice(0, USER_AGENT_LENGTH),
        session.method,
      ],
    );
  }

  /** Null for a session that never existed or was removed. */
  async find(id: SessionId): Promise<StoredSession | null> {
    const { rows } = await this.pool.query<StoredSession>(
      `select token_hash as "tokenHash", expires_at as "expiresAt", last_seen_at as "lastSeenAt"
         from vault.session where id = $1`,
      [id],
    );
    return rows[0] ?? null;
  }

  /** A user's unexpired sessions, most recently used first. The log decides which of them are live. */
  async of(account: AccountId, user: UserId, now: Date): Promise<readonly KeptSession[]> {
    const { rows } = await this.pool.query<KeptSession>(
      `select id, created_at as "createdAt", last_seen_at as "lastSeenAt", expires_at as "expiresAt",
              coalesce(seen_ip, ip) as ip, user_agent as "userAgent", method
         from vault.session where account_id = $1 and user_id = $2 and expires_at > $3
        order by last_seen_at desc, id`,
      [account, user, now],
    );
    return rows;
  }

  async seen(id: SessionId, now: Date, ip: string | null): Promise<void> {
    await this.pool.query(
      'update vault.session set last_seen_at = $2, seen_ip = coalesce($3, seen_ip) where id = $1',
      [id, now, ip?.slice(0, IP_LENGTH) ?? null],
    );
  }

  /** Unexpired sessions that were not used since. */
  async idleSince(since: Date, now: Date): Promise<readonly IdleSession[]> {
    const { rows } = await this.pool.query<IdleSession>(
      `select id, account_id as "accountId", user_id as "userId" from vault.session
        where last_seen_at < $1 and expires_at > $2 order by last_seen_at limit ${IDLE_AT_ONCE}`,
      [since, now],
    );
    return rows;
  }

  /** Keeps the row with an expiry, so that the token is answered as expired. */
  async expire(id: SessionId, now: Date): Promise<void> {
    await this.pool.query('update vault.session set expires_at = $2 where id = $1 and expires_at > $2', [
      id,
      now,
    ]);
  }

  async remove(ids: readonly SessionId[]): Promise<void> {
    await this.pool.query('delete from vault.session where id = any($1::uuid[])', [ids]);
  }

  /** Deletes sessions that expired before this moment, with their addresses and user agents. */
  async removeExpired(before: Date): Promise<void> {
    await this.pool.query('delete from vault.session where expires_at < $1', [before]);
  }
}
