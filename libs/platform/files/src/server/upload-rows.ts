import type { Pool, PoolClient } from 'pg';
import { z } from 'zod';
import { acceptedKinds, type FileKind } from '../accepted-kinds.ts';

/** Owner of an upload. */
export interface Uploader {
  readonly account: string;
  readonly user: string;
}

export interface NewUpload extends Uploader {
  readonly id: string;
  /** From its metadata; interpreted by the caller. */
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
  /** Bytes that it may have received so far: they count against the quota. */
  readonly reserved: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Limits of an account and of each of its users. */
export interface UploadBounds {
  /** Bytes that the account may store; null = no limit. */
  readonly quota: number | null;
  /** Bytes that unfinished uploads of one user may reserve in total. */
  readonly reservedEach: number;
  /** Bytes reserved ahead of the received ones. */
  readonly step: number;
}

export interface BeginBounds extends UploadBounds {
  /** Unfinished uploads per user. */
  readonly open: number;
  readonly expiresAt: Date;
}

export interface Reservation {
  readonly user: string;
  readonly uploads: number;
  readonly bytes: number;
}

/** Reasons for refusing further bytes of an upload. */
export type NoRoom = 'quota_exceeded' | 'uploads_too_large';

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
  reserved: z.coerce.number(),
  createdAt: z.date(),
  expiresAt: z.date(),
});

const COLUMNS = `id, account_id as account, user_id as "user", target, name, kind, bytes, state,
  sha256, answer, refusal, coalesce(reserved, bytes) as reserved, created_at as "createdAt",
  expires_at as "expiresAt"`;
/** SQL: uploads that count by their reservation; once the content is stored, the content counts instead. */
const COUNTS = `state = 'open' and sha256 is null`;
/** Arbitrary key of the advisory locks that serialize an account's quota changes. */
const QUOTA_LOCK = 727_021;

/** The table `vault.upload`. */
export class UploadRows {
  constructor(
    private readonly pool: Pool,
    private readonly now: () => Date,
  ) {}

  /**
   * Reserves the first step of an upload. Refuses an upload whose announced length exceeds the quota, but reserves only
   * the step, not the announced length.
   */
  begin(upload: NewUpload, bounds: BeginBounds): Promise<'begun' | 'too_many_uploads' | NoRoom> {
    const { id, account, user, target, name, kind, bytes } = upload;
    return this.within(async (client) => {
      await lockAccount(client, account);
      const { rows } = await client.query<{ open: string }>(
        `select count(*) as open from vault.upload
          where account_id = $1 and user_id = $2 and state in ('open', 'stored') and expires_at > $3`,
        [account, user, this.now()],
      );
      if (Number(rows[0]?.open ?? 0) >= bounds.open) return 'too_many_uploads';
      const used = bounds.quota === null ? 0 : await countBytes(client, account, this.now());
      if (bounds.quota !== null && used + bytes > bounds.quota) return 'quota_exceeded';
      const reserved = Math.min(bytes, bounds.step);
      if ((await this.reservedBy(client, upload)) + reserved > bounds.reservedEach)
        return 'uploads_too_large';
      await client.query(
        `insert into vault.upload
           (id, account_id, user_id, target, name, kind, bytes, created_at, expires_at, reserved)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
        [id, account, user, target, name, kind, bytes, this.now(), bounds.expiresAt, reserved],
      );
      return 'begun';
    });
  }

  /**
   * Reserves the bytes about to be received, and a further step where possible. Reservations of an account are
   * serialized, so that its uploads never exceed the quota together. An upload without space is refused and its
   * reservation released, so that others can finish.
   * @returns bytes that it may have
   */
  grow(
    upload: UploadRow,
    upTo: number,
    bounds: UploadBounds,
    end: (code: NoRoom) => unknown,
  ): Promise<number | NoRoom> {
    const { id, account, bytes } = upload;
    return this.within(async (client) => {
      await lockAccount(client, account);
      const used = bounds.quota === null ? 0 : await countBytes(client, account, this.now(), id);
      const room = bounds.quota === null ? Number.MAX_SAFE_INTEGER : bounds.quota - used;
      const roomEach = bounds.reservedEach - (await this.reservedBy(client, upload));
      if (upTo > room || upTo > roomEach) {
        const code = upTo > room ? 'quota_exceeded' : 'uploads_too_large';
        await client.query(
          `update vault.upload set state = 'refused', reserved = 0, refusal = $2 where id = $1 and ${COUNTS}`,
          [id, JSON.stringify(end(code))],
        );
        return code;
      }
      const reserved = Math.min(bytes, upTo + bounds.step, room, roomEach);
      await client.query(`update vault.upload set reserved = $2 where id = $1 and ${COUNTS}`, [id, reserved]);
      return reserved;
    });
  }

  /** Extends the expiry after the first byte: from now on it is worth resuming. */
  async keepUntil(id: string, expiresAt: Date): Promise<void> {
    await this.pool.query('update vault.upload set expires_at = $2 where id = $1', [id, expiresAt]);
  }

  /** Reserved bytes of unfinished uploads by user; largest first. */
  async reservations(account: string): Promise<readonly Reservation[]> {
    const { rows } = await this.pool.query<Reservation>(
      `select user_id as "user", count(*)::int as uploads, sum(coalesce(reserved, bytes))::float8 as bytes
         from vault.upload where account_id = $1 and ${COUNTS} and expires_at > $2
        group by user_id order by bytes desc, user_id`,
      [account, this.now()],
    );
    return rows;
  }

  /** Bytes reserved by other uploads of the same user. */
  private async reservedBy(client: PoolClient, { id, account, user }: NewUpload): Promise<number> {
    const { rows } = await client.query<{ bytes: string }>(
      `select coalesce(sum(coalesce(reserved, bytes)), 0) as bytes from vault.upload
        where account_id = $1 and user_id = $2 and ${COUNTS} and expires_at > $3 and id <> $4`,
      [account, user, this.now(), id],
    );
    return Number(rows[0]?.bytes ?? 0);
  }

  /** Bytes that count against an account's quota: stored content plus reservations. */
  bytesOf(account: string): Promise<number> {
    return countBytes(this.pool, account, this.now());
  }

  /** Null when unknown or expired. */
  async find(id: string): Promise<UploadRow | null> {
    const { rows } = await this.pool.query(
      `select ${COLUMNS} from vault.upload where id = $1 and expires_at > $2`,
      [id, this.now()],
    );
    return rows[0] === undefined ? null : row.parse(rows[0]);
  }

  /** Uploads that were, or may have been, complete when the server last stopped. */
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

  /** Counts the content as stored. The rows are written before the bytes, so that bytes always have a row. */
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

  /** Releases its content, and records the refusal for later requests. */
  async setRefused({ id, account }: UploadRow, refusal: unknown): Promise<void> {
    await this.within(async (client) => {
      await client.query('delete from vault.file_use where account_id = $1 and id = $2', [account, id]);
      await client.query(
        `update vault.upload set state = 'refused', sha256 = null, refusal = $2 where id = $1`,
        [id, JSON.stringify(refusal)],
      );
    });
  }

  /** Removes an upload; releases its content unless it was finished. */
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
      // Discards the connection together with its open transaction.
      client.release(true);
      throw error;
    }
  }
}

/** Serializes quota changes of an account. */
async function lockAccount(client: PoolClient, account: string): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1, hashtext($2))', [QUOTA_LOCK, account]);
}

/** @param except an upload that is not counted */
async function countBytes(
  from: Pool | PoolClient,
  account: string,
  now: Date,
  except: string | null = null,
): Promise<number> {
  const { rows } = await from.query<{ bytes: string }>(
    `select (select coalesce(sum(bytes), 0) from vault.stored_file where account_id = $1)
          + (select coalesce(sum(coalesce(reserved, bytes)), 0) from vault.upload
              where account_id = $1 and ${COUNTS} and expires_at > $2 and id is distinct from $3) as bytes`,
    [account, now, except],
  );
  return Number(rows[0]?.bytes ?? 0);
}
