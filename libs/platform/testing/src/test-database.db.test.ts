import { withConnection } from '@cotejo/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from './test-database.ts';

describe('a test database', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.drop());

  it('is as durable as the real one', async () => {
    const { rows } = await withConnection(database.appUrl, (client) =>
      client.query(`select name, setting from pg_settings
        where name in ('fsync', 'full_page_writes', 'synchronous_commit') order by name`),
    );
    expect(rows).toEqual([
      { name: 'fsync', setting: 'on' },
      { name: 'full_page_writes', setting: 'on' },
      { name: 'synchronous_commit', setting: 'on' },
    ]);
  });

  it('lets the owner make tables, and the application only use them', async () => {
    await withConnection(database.ownerUrl, (client) => client.query('create table note (body text)'));
    await withConnection(database.appUrl, async (client) => {
      await client.query(`insert into note values ('a')`);
      await expect(client.query('create table mine (body text)')).rejects.toThrow(/permission denied/);
      await expect(client.query('truncate note')).rejects.toThrow(/permission denied/);
      await expect(client.query('create schema mine')).rejects.toThrow(/permission denied/);
    });
  });

  it('is gone once dropped, even while somebody is connected', async () => {
    const other = await testDatabase();
    await withConnection(other.appUrl, async () => {
      await other.drop();
    });
    await expect(withConnection(other.appUrl, async () => undefined)).rejects.toThrow(/does not exist/);
  });
});
