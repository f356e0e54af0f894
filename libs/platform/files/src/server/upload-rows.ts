import type { Pool, PoolClient } from 'pg';
import { z } from 'zod';
import { acceptedKinds, type FileKind } from '../accepted-kinds.ts';

/** Whose an upload is. */
export interface Uploader {
  readonly account: string;
  readonly user: string;
}

export interface NewUpload extends Uploader {
  readonly id: string;
  /** As its metadata said; the caller knows what it means. */
  readonly target: string;
  readonly name: string;
  readonly kind: FileKind;
  readonly bytes: number;
}

export interface UploadRow extends NewUpload {
  readonly state: 'open' | 'stored' | 'finished' | 'refused';
  readonly sha256: string | null;
  readonly answer: unknown;
  readonly refusal: unknown;
  readonly expiresAt: Date;
}

export interface UploadBounds {
  /** Bytes that the account may keep; null = no limit. */
  readonly quota: number | null;
  /** Uploads under way of one person. */
  readonly open: number;
  readonly expiresAt: Date;
}

const kinds = Object.keys(acceptedKinds);
const row = z.object({
  id: z.string(),
  account: z.string(),
  user: z.string(),
  target: z.string(),
  name: z.string(),
  kind: z.custom<FileKind>((kind) => typeof kind === 'string' && kinds.includes(kind)),
  bytes: z.coerce.number(),
  state: z.enum(['open', 'stored', 'finished', 'refused']),
  sha256: z.string().nullable(),
  answer: z.unknown(),
  refusal: z.unknown(),
  expiresAt: z.date(),
});

const COLUMNS = `id, account_id as account, user_id as "user", target, name, kind, bytes, state,
  sha256, answer, refusal, expires_at as "expiresAt"`;
/** Any number: of locks that let one upload of an account count and begin at a time. */
const QUOTA_LOCK = 727_021;

/** The table `vault.upload`. */
export class UploadRows {
  constructor(
    private readonly pool: Pool,
    private readonly now: () => Date,
  ) {}

  /** Takes its bytes from what the account has left, before any of them arrives. */
  begin(upload: NewUpload, bounds: UploadBounds): Promise<'begun' | 'quota_exceeded' | 'too_many_uploads'> {
    const { id, account, user, target, name, kind, bytes } = upload;
    return this.within(async (client) => {
      await client.query('select pg_advisory_xact_lock($1, hashtext($2))', [QUOTA_LOCK, account]);
      const { rows } = await client.query<{ open: string }>(
        `select count(*) as open from vault.upload
          where account_id = $1 and user_id = $2 and state in ('open', 'stored') and expires_at > $3`,
        [account, user, this.now()],
      );
      if (Number(rows[0]?.open ?? 0) >= bounds.open) return 'too_many_uploads';
      const used = bounds.quota === null ? 0 : await countBytes(client, account, this.now());
      if (bounds.quota !== null && used + bytes > bounds.quota) return 'quota_exceeded';
      await client.query(
        `insert into vault.upload (id, account_id, user_id, target, name, kind, bytes, created_at, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [id, account, user, target, name, kind, bytes, this.now(), bounds.expiresAt],
      );
      return 'begun';
    });
  }

  /** Bytes that count against an account: what is kept, and what is announced by uploads under way. */
  bytesOf(account: string): Promise<number> {
    return countBytes(this.pool, account, this.now());
  }

  /** Null for none, and for one whose time is over. */
  async find(id: string): Promise<UploadRow | null> {
    const { rows } = await this.pool.query(
      `select ${COLUMNS} from vault.upload where id = $1 and expires_at > $2`,
      [id, this.now()],
    );
    return rows[0] === undefined ? null : row.parse(rows[0]);
  }

  /** What was received whole, or may have been, when the server last stopped. */
  async underWay(): Promise<readonly UploadRow[]> {
    const { rows } = await this.pool.query(
      `select ${COLUMNS} from vault.upload
        where state in ('open', 'stored') and expires_at > $1 order by created_at`,
      [this.now()],
    );
    return rows.map((one) => row.parse(one));
  }

  async expired(): Promise<readonly UploadRow[]> {
    const { rows } = await this.pool.query(`select ${COLUMNS} from vault.upload where expires_at <= $1`, [
      this.now(),
    ]);
    return rows.map((one) => row.parse(one));
  }

  /** From now on its content counts as stored: the rows come first, so that no bytes are without one. */
  async hold({ id, account, bytes }: UploadRow, sha256: string): Promise<void> {
    await this.within(async (client) => {
      await client.query(
        `insert into vault.stored_file as s (account_id, sha256, bytes, created_at) values ($1, $2, $3, $4)
         on conflict (account_id, sha256) do update set bytes = s.bytes`,
        [account, sha256, bytes, this.now()],
      );
      await client.query(
        `insert into vault.file_use (account_id, id, sha256, created_at) values ($1, $2, $3, $4)
         on conflict (account_id, id) do update set sha256 = excluded.sha256`,
        [account, id, sha256, this.now()],
      );
      await client.query('update vault.upload set sha256 = $2 where id = $1', [id, sha256]);
    });
  }

  async setStored(id: string): Promise<void> {
    await this.pool.query(`update vault.upload set state = 'stored' where id = $1`, [id]);
  }

  async setFinished(id: string, answer: unknown): Promise<void> {
    await this.pool.query(`update vault.upload set state = 'finished', answer = $2 where id = $1`, [
      id,
      JSON.stringify(answer ?? null),
    ]);
  }

  /** Gives its content back, and keeps the reason for whoever asks again. */
  async setRefused({ id, account }: UploadRow, refusal: unknown): Promise<void> {
    await this.within(async (client) => {
      await client.query('delete from vault.file_use where account_id = $1 and id = $2', [account, id]);
      await client.query(
        `update vault.upload set state = 'refused', sha256 = null, refusal = $2 where id = $1`,
        [id, JSON.stringify(refusal)],
      );
    });
  }

  /** Content of one that was never finished is given back. */
  async remove({ id, account, state }: UploadRow): Promise<void> {
    await this.within(async (client) => {
      if (state !== 'finished') {
        await client.query('delete from vault.file_use where account_id = $1 and id = $2', [account, id]);
      }
      await client.query('delete from vault.upload where id = $1', [id]);
    });
  }

  private async within<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    try {
      await client.query('begin');
      const done = await work(client);
      await client.query('commit');
      client.release();
      return done;
    } catch (error) {
      // The connection goes with the transaction.
      client.release(true);
      throw error;
    }
  }
}

async function countBytes(from: Pool | PoolClient, account: string, now: Date): Promise<number> {
  const { rows } = await from.query<{ bytes: string }>(
    `select (select coalesce(sum(bytes), 0) from vault.stored_file where account_id = $1)
          + (select coalesce(sum(bytes), 0) from vault.upload
              where account_id = $1 and state = 'open' and sha256 is null and expires_at > $2) as bytes`,
    [account, now],
  );
  return Number(rows[0]?.bytes ?? 0);
}
