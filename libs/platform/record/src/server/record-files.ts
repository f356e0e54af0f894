import type { IncomingMessage, ServerResponse } from 'node:http';
import { fileErrors, kindOfName, UPLOAD_HOURS } from '@cotejo/files/protocol';
import { serveFile, type FileStore, type FinishedUpload } from '@cotejo/files/server';
import { Refusal } from '@cotejo/http/contracts';
import type { Pool } from 'pg';
import { recordErrors } from '../calls.ts';
import { isFile, type Fields, type FileReference } from '../fields.ts';

/** Address of a record. */
export interface RecordPlace {
  readonly account: string;
  /** Kind of record. */
  readonly record: string;
  readonly id: string;
}

type Values = Readonly<Record<string, unknown>>;
interface Naming {
  /** Fields of the act. */
  readonly fields: Fields;
  readonly body: Values;
  /** Files of the record now. */
  readonly before: readonly FileReference[];
  readonly wireNameOf: (field: string) => string;
}

const HOUR_MS = 3_600_000;
/** Milliseconds for which a reservation excludes other records; an append ends within seconds. */
const RESERVED_MS = 60_000;
/** Statement that removes files and their use of the content; the sweep of uploads deletes unused content. */
const without = (files: string): string => `
  with gone as (delete from vault.record_file f ${files} returning f.account_id, f.id)
  delete from vault.file_use u using gone where u.account_id = gone.account_id and u.id = gone.id`;

/**
 * Files of records of all kinds. An upload is kept for `UPLOAD_HOURS` unless a record names it; a file that a record
 * has or had is kept until the record can no longer be restored. Only this table has the names; events hold references.
 */
export class RecordFiles {
  constructor(
    private readonly pool: Pool,
    private readonly now: () => Date,
  ) {}

  /** Takes over a finished upload. Idempotent. */
  async take(
    record: string,
    { id, account, user, name, bytes, sha256, mediaType }: FinishedUpload,
  ): Promise<void> {
    await this.pool.query(
      `insert into vault.record_file
         (account_id, id, user_id, record, name, bytes, sha256, media_type, kept_until)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`,
      [account, id, user, record, name, bytes, sha256, mediaType, this.unnamedUntil()],
    );
  }

  /**
   * Body with references in place of file ids. A user may name own uploads that no record has, and files that this
   * record has or had.
   * @throws Refusal `uploaded_file_not_found`
   */
  async referred(
    place: RecordPlace,
    user: string,
    { fields, body, before, wireNameOf }: Naming,
  ): Promise<Values> {
    const given = Object.entries(fields).filter(
      ([name, field]) => isFile(field) && (body[name] ?? null) !== null,
    );
    const idsOf = (name: string) => [body[name]].flat() as string[];
    const asked = given.flatMap(([name]) => idsOf(name));
    const known = new Map((await this.mayName(place, user, asked)).map((file) => [file.id, file]));
    // Unchanged files keep the stored reference, so that the rules see no change.
    for (const file of before) known.set(file.id, file);
    const referred = given.map(([name]) => {
      const files = idsOf(name).map((id) => known.get(id));
      if (files.includes(undefined))
        throw new Refusal(recordErrors, 'uploaded_file_not_found', { details: { campo: wireNameOf(name) } });
      return [name, Array.isArray(body[name]) ? files : files[0]] as const;
    });
    return { ...body, ...Object.fromEntries(referred) };
  }

  private async mayName(
    { account, record, id }: RecordPlace,
    user: string,
    files: readonly string[],
  ): Promise<readonly FileReference[]> {
    if (files.length === 0) return [];
    const { rows } = await this.pool.query<FileReference>(
      `select id, sha256, bytes::float8 as bytes, media_type as "mediaType" from vault.record_file
        where account_id = $1 and record = $2 and id = any($5::uuid[])
          and (record_id = $3 or (user_id = $4 and not is_named))`,
      [account, record, id, user, files],
    );
    return rows;
  }

  /**
   * Reserves files for a record before the event that names them is written. A reservation ends after `RESERVED_MS`,
   * because the append may have failed. Once the event is written, `setNamed` makes it permanent, or else `sweep`.
   * @throws Refusal `uploaded_file_not_found` when another record reserved one in the meantime, or it was swept
   */
  async reserve({ account, record, id }: RecordPlace, files: readonly FileReference[]): Promise<void> {
    if (files.length === 0) return;
    const until = this.unnamedUntil();
    const { rowCount } = await this.pool.query(
      `update vault.record_file set record_id = $3, kept_until = $5
        where account_id = $1 and record = $2 and id = any($4::uuid[])
          and (record_id is null or record_id = $3 or (not is_named and kept_until <= $6))`,
      [account, record, id, files.map((file) => file.id), until, new Date(until.getTime() - RESERVED_MS)],
    );
    if (rowCount !== files.length) throw new Refusal(recordErrors, 'uploaded_file_not_found');
  }

  /** After the event was written. */
  async setNamed({ account, record, id }: RecordPlace, files: readonly string[]): Promise<void> {
    if (files.length === 0) return;
    await this.pool.query(
      `update vault.record_file set is_named = true
        where account_id = $1 and record = $2 and record_id = $3 and id = any($4::uuid[])`,
      [account, record, id, files],
    );
  }

  /** Names by id; erased files are missing. */
  async names(account: string, files: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (files.length === 0) return new Map();
    const { rows } = await this.pool.query<{ id: string; name: string }>(
      'select id, name from vault.record_file where account_id = $1 and id = any($2::uuid[])',
      [account, files],
    );
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  /**
   * Sends a file that a record has or had; the caller has checked access to the record.
   * @throws Refusal `file_not_found`, `range_not_satisfiable`
   */
  async send(
    { account, record, id }: RecordPlace,
    file: string,
    store: FileStore,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { rows } = await this.pool.query<{ name: string; sha256: string }>(
      `select name, sha256 from vault.record_file
        where account_id = $1 and record = $2 and record_id = $3 and id = $4`,
      [account, record, id, file],
    );
    const kind = kindOfName(rows[0]?.name ?? '');
    if (rows[0] === undefined || kind === null) throw new Refusal(fileErrors, 'file_not_found');
    // Compression in transit would invalidate the file's length and ranges.
    request.headers['accept-encoding'] = 'identity';
    await serveFile(request, response, store, { ...rows[0], account, kind, inline: false });
  }

  /**
   * Removes uploads that no record named in time.
   * @param names whether an event of a record names a file; its `setNamed` may be missing after a crash
   * @returns number of files removed
   */
  async sweep(
    record: string,
    names: (place: RecordPlace, file: string) => Promise<boolean>,
  ): Promise<number> {
    const { rows } = await this.pool.query<{ account: string; id: string; recordId: string | null }>(
      `select account_id as account, id, record_id as "recordId" from vault.record_file
        where record = $1 and not is_named and kept_until <= $2`,
      [record, this.now()],
    );
    let removed = 0;
    for (const { account, id, recordId } of rows) {
      const place = recordId === null ? null : { account, record, id: recordId };
      if (place !== null && (await names(place, id))) await this.setNamed(place, [id]);
      else {
        // Same condition again: a record may have reserved it since the query.
        const { rowCount } = await this.pool.query(
          without('where account_id = $1 and id = $2 and not is_named and kept_until <= $3'),
          [account, id, this.now()],
        );
        removed += rowCount ?? 0;
      }
    }
    return removed;
  }

  /** Removes the files of the records in a read model that were removed before a moment; returns their number. */
  async forgetRemoved(record: string, table: string, before: Date): Promise<number> {
    const { rowCount } = await this.pool.query(
      without(`using read.${table} t where f.record = $1 and t.account_id = f.account_id and t.id = f.record_id
                 and t.removed_at <= $2`),
      [record, before],
    );
    return rowCount ?? 0;
  }

  private unnamedUntil(): Date {
    return new Date(this.now().getTime() + UPLOAD_HOURS * HOUR_MS);
  }
}
