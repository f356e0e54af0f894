import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Pool } from 'pg';
import type { FileStore } from './file-store.ts';

/** Content that nobody holds is looked for in this many pieces. */
const AT_ONCE = 100;

export interface StoredFilesOptions {
  readonly database: Pool;
  readonly store: FileStore;
  readonly now: () => Date;
}

/**
 * The statement by which an id holds content that the account has, and its values: for whoever does it together with
 * something else.
 */
export const holdContent = (
  account: string,
  id: string,
  sha256: string,
  at: Date | string,
): [statement: string, values: unknown[]] => [
  // The key's lock on the content's row keeps a sweep from taking it meanwhile.
  `insert into vault.file_use (account_id, id, sha256, created_at)
   select account_id, $2, sha256, $4 from vault.stored_file where account_id = $1 and sha256 = $3
      for key share
   on conflict (account_id, id) do update set sha256 = excluded.sha256`,
  [account, id, sha256, at],
];

/**
 * Who holds which content. An upload holds its own under its id; others may hold the same (a copied item), and
 * content that nobody holds any more goes with the next sweep.
 */
export class StoredFiles {
  constructor(private readonly options: StoredFilesOptions) {}

  /**
   * Keeps content that comes from the product itself, under an id: nobody looks at what it is. Again with the same
   * changes nothing.
   */
  async keep(account: string, id: string, content: Uint8Array): Promise<{ readonly sha256: string }> {
    const { database, store, now } = this.options;
    const sha256 = createHash('sha256').update(content).digest('hex');
    // Held before it is there, so that no sweep takes it.
    await database.query(
      `with content as (
         insert into vault.stored_file as s (account_id, sha256, bytes, created_at) values ($1, $3, $4, $5)
         on conflict (account_id, sha256) do update set bytes = s.bytes returning account_id, sha256
       )
       insert into vault.file_use (account_id, id, sha256, created_at)
       select account_id, $2, sha256, $5 from content
       on conflict (account_id, id) do update set sha256 = excluded.sha256`,
      [account, id, sha256, content.length, now()],
    );
    await store.put(account, Readable.from([content]), sha256);
    return { sha256 };
  }

  /** Holds content that the account has, under another id. False when it has no such content. */
  async hold(account: string, id: string, sha256: string): Promise<boolean> {
    const { database, now } = this.options;
    const { rowCount } = await database.query(...holdContent(account, id, sha256, now()));
    return (rowCount ?? 0) > 0;
  }

  /** Lets go of what an id holds. Nothing happens where it holds nothing. */
  async release(account: string, id: string): Promise<void> {
    await this.options.database.query('delete from vault.file_use where account_id = $1 and id = $2', [
      account,
      id,
    ]);
  }

  /** Bytes of each of these accounts that has any; the same content counts once. */
  async storage(accounts: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const { rows } = await this.options.database.query<{ account: string; bytes: number }>(
      `select account_id as account, sum(bytes)::float8 as bytes from vault.stored_file
        where account_id = any ($1::uuid[]) group by account_id`,
      [accounts],
    );
    return new Map(rows.map(({ account, bytes }) => [account, bytes]));
  }

  /** Removes content that nobody holds; returns of how much. */
  async removeUnheld(): Promise<number> {
    let removed = 0;
    for (;;) {
      const { rows } = await this.options.database.query<{ account: string; sha256: string }>(
        `select account_id as account, sha256 from vault.stored_file s
          where not exists (select from vault.file_use u
                             where u.account_id = s.account_id and u.sha256 = s.sha256)
          limit ${AT_ONCE}`,
      );
      let here = 0;
      for (const { account, sha256 } of rows) if (await this.removeOne(account, sha256)) here += 1;
      removed += here;
      if (rows.length < AT_ONCE || here === 0) return removed;
    }
  }

  /** The bytes go while the row is locked: whoever brings the same content waits, and then brings its bytes. */
  private async removeOne(account: string, sha256: string): Promise<boolean> {
    const client = await this.options.database.connect();
    try {
      await client.query('begin');
      // Locked first, asked then: a use may have come while the lock was waited for.
      await client.query('select from vault.stored_file where account_id = $1 and sha256 = $2 for update', [
        account,
        sha256,
      ]);
      const { rowCount } = await client.query(
        `delete from vault.stored_file where account_id = $1 and sha256 = $2
            and not exists (select from vault.file_use where account_id = $1 and sha256 = $2)`,
        [account, sha256],
      );
      if (rowCount === 1) await this.options.store.remove(account, sha256);
      await client.query('commit');
      client.release();
      return rowCount === 1;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }
}
