import { createClient } from '@cotejo/database/connections';
import { clock } from '../measure/clock.ts';
import type { BenchRun } from '../run-bench.ts';

export interface FsyncedInsert {
  /** Milliseconds until one row with these bytes is flushed to disk. */
  insert(bytes: Uint8Array): Promise<number>;
}

/**
 * One row in one autocommit statement on a dedicated connection, prepared. Refuses a Postgres that does not wait for
 * its disk.
 * @param url of a role that may create a schema
 */
export async function openFsyncedInsert(run: BenchRun, url: string): Promise<FsyncedInsert> {
  const client = createClient({ connectionString: url });
  await client.connect();
  run.atEnd(() => client.end());
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    const { rows } = await client.query<Record<string, string>>(`show ${setting}`);
    if (rows[0]?.[setting] !== 'on') throw new Error(`${setting} is not on`);
  }
  await client.query('create schema bench');
  await client.query(
    'create table bench.floor (id bigint generated always as identity, body bytea not null)',
  );
  const statement = { name: 'bench-floor', text: 'insert into bench.floor (body) values ($1)' };
  return {
    async insert(bytes) {
      const asked = clock();
      await client.query({ ...statement, values: [bytes] });
      return clock() - asked;
    },
  };
}
