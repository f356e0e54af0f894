import { createHash, randomBytes } from 'node:crypto';
import type { AccountId, UserId } from '@cotejo/access-contracts';
import type { Pool } from 'pg';
import { z } from 'zod';

export type ChallengeKind = 'code' | 'external' | 'reset' | 'otp_enrolment';

export interface NewChallenge {
  readonly kind: ChallengeKind;
  readonly account: AccountId | null;
  readonly user: UserId | null;
  readonly data: Readonly<Record<string, unknown>>;
  readonly now: Date;
  readonly expiresAt: Date;
}

export interface Challenge {
  readonly account: AccountId | null;
  readonly user: UserId | null;
  readonly codeHash: Buffer | null;
  /** Value passed to `add`; parsed by the caller. */
  readonly data: unknown;
  readonly expiresAt: Date;
}

const row = z.object({
  account_id: z.uuid().nullable(),
  user_id: z.uuid().nullable(),
  code_hash: z.instanceof(Buffer).nullable(),
  data: z.unknown(),
  expires_at: z.date(),
});
const COLUMNS = 'account_id, user_id, code_hash, data, expires_at';
const SECRET_BYTES = 32;

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** A new random secret, in base64url. */
export const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

/**
 * Single-use, expiring challenges, each identified by a secret that the user or browser holds. Only hashes are stored.
 */
export class ChallengeVault {
  constructor(private readonly pool: Pool) {}

  /** Stores the challenge under a secret made with `newSecret`. */
  async add(
    secret: string,
    { kind, account, user, data, now, expiresAt }: NewChallenge,
    codeHash: Buffer | null = null,
  ): Promise<void> {
    await this.pool.query(
      `insert into vault.challenge (hash, kind, account_id, user_id, code_hash, data, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [hashOf(secret), kind, account, user, codeHash, JSON.stringify(data), now, expiresAt],
    );
  }

  /** Null when it was used, has expired, or never existed. */
  async find(kind: ChallengeKind, secret: string, now: Date): Promise<Challenge | null> {
    return this.one(
      `select ${COLUMNS} from vault.challenge where hash = $1 and kind = $2 and expires_at > $3`,
      [hashOf(secret), kind, now],
    );
  }

  /** Counts one attempt before it is judged, so that concurrent attempts can't exceed `most`. */
  async attempt(kind: ChallengeKind, secret: string, most: number, now: Date): Promise<Challenge | null> {
    return this.one(
      `update vault.challenge set attempts = attempts + 1
        where hash = $1 and kind = $2 and expires_at > $3 and attempts < $4 returning ${COLUMNS}`,
      [hashOf(secret), kind, now, most],
    );
  }

  /** `attempt` by user, for challenges that exist once per user and whose secret is not handed out. */
  async attemptOf(
    kind: ChallengeKind,
    { account, user }: { readonly account: AccountId; readonly user: UserId },
    most: number,
    now: Date,
  ): Promise<Challenge | null> {
    return this.one(
      `update vault.challenge set attempts = attempts + 1
        where account_id = $1 and user_id = $2 and kind = $3 and expires_at > $4 and attempts < $5
       returning ${COLUMNS}`,
      [account, user, kind, now, most],
    );
  }

  /** Removes and returns the challenge: of concurrent callers only one receives it. */
  async take(kind: ChallengeKind, secret: string, now: Date): Promise<Challenge | null> {
    return this.one(
      `delete from vault.challenge where hash = $1 and kind = $2 and expires_at > $3 returning ${COLUMNS}`,
      [hashOf(secret), kind, now],
    );
  }

  async putCode(kind: ChallengeKind, secret: string, codeHash: Buffer): Promise<void> {
    await this.pool.query('update vault.challenge set code_hash = $3 where hash = $1 and kind = $2', [
      hashOf(secret),
      kind,
      codeHash,
    ]);
  }

  /** Removes a user's challenges of these kinds; those of all users of the account when `user` is null. */
  async removeAll(kinds: readonly ChallengeKind[], account: AccountId, user: UserId | null): Promise<void> {
    await this.pool.query(
      `delete from vault.challenge
        where account_id = $1 and ($2::uuid is null or user_id = $2) and kind = any($3::text[])`,
      [account, user, kinds],
    );
  }

  /** Removes a user's challenges of a kind from before a moment. */
  async removeOlder(kind: ChallengeKind, account: AccountId, user: UserId, before: Date): Promise<void> {
    await this.pool.query(
      `delete from vault.challenge where account_id = $1 and user_id = $2 and kind = $3 and created_at < $4`,
      [account, user, kind, before],
    );
  }

  async removeExpired(now: Date): Promise<void> {
    await this.pool.query('delete from vault.challenge where expires_at < $1', [now]);
  }

  private async one(text: string, values: unknown[]): Promise<Challenge | null> {
    const { rows } = await this.pool.query(text, values);
    if (rows[0] === undefined) return null;
    const read = row.parse(rows[0]);
    return {
      account: read.account_id as AccountId | null,
      user: read.user_id as UserId | null,
      codeHash: read.code_hash,
      data: read.data,
      expiresAt: read.expires_at,
    };
  }
}
