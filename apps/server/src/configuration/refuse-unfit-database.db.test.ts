import { withOwner } from '@cotejo/database';
import { testDatabase, type TestDatabase } from '@cotejo/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrateDatabase } from './database-schemas.ts';
import { refuseNewerRelease, refuseOtherRelease } from './refuse-other-release.ts';
import { refuseUnfinishedImport } from './refuse-unfinished-import.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await migrateDatabase(database.ownerUrl, database.appUrl);
});
afterAll(() => database.drop());

/** Runs `ask` after a statement whose effect is undone afterwards. */
async function having(write: string, putBack: string, ask: () => Promise<void>): Promise<void> {
  await withOwner(database.ownerUrl, (client) => client.query(write));
  try {
    await ask();
  } finally {
    await withOwner(database.ownerUrl, (client) => client.query(putBack));
  }
}

describe('a database on which this release must not work', () => {
  it('is none that it migrated itself, and none that is new', async () => {
    await refuseOtherRelease(database);
    await refuseUnfinishedImport(database);
    const empty = await testDatabase();
    try {
      await refuseNewerRelease(empty);
    } finally {
      await empty.drop();
    }
  });

  it.each([
    ['es.migration', `values (999, 'of tomorrow')`, 'version = 999'],
    [
      'migrations',
      `(timestamp, name) values (9999999999999, 'Tomorrow9999999999999')`,
      'timestamp = 9999999999999',
    ],
  ])('is one that a newer release migrated: %s', async (table, values, which) => {
    await having(`insert into ${table} ${values}`, `delete from ${table} where ${which}`, async () => {
      await expect(refuseNewerRelease(database)).rejects.toMatchObject({ code: 'database_newer' });
      await expect(refuseOtherRelease(database)).rejects.toMatchObject({ code: 'database_newer' });
    });
  });

  it('is one on which a server of an older release is at work', async () => {
    const moved = (from: number) => `update es.migration set version = -version where version = ${from}`;
    const [last] = await withOwner(database.ownerUrl, async (client) => {
      const { rows } = await client.query<{ version: number }>(
        'select max(version) as version from es.migration',
      );
      return rows;
    });
    const version = last?.version ?? 0;
    await having(moved(version), moved(-version), async () => {
      await expect(refuseOtherRelease(database)).rejects.toMatchObject({ code: 'server_older' });
      await refuseNewerRelease(database);
    });
  });

  it.each(['es.store', 'es.kurrent_index'])('is one with half a log: %s', async (table) => {
    const put = (importing: boolean) => `update ${table} set importing = ${importing}`;
    const { rowCount } = await withOwner(database.ownerUrl, (client) => client.query(put(true)));
    await having(put(true), put(false), async () => {
      const asked = refuseUnfinishedImport(database);
      if (rowCount === 0) await asked;
      else await expect(asked).rejects.toMatchObject({ code: 'import_unfinished' });
    });
  });
});
