import { testDatabase, type TestDatabase } from '@cotejo/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createClient, createPool } from './connections.ts';

/** An unhandled 'error' event would fail this run as an uncaught exception. */
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

async function terminate(pid: number | undefined): Promise<void> {
  const other = createClient({ connectionString: database.ownerUrl });
  await other.connect();
  await other.query('select pg_terminate_backend($1)', [pid]);
  await other.end();
}

const PID = 'select pg_backend_pid() as pid';

describe('a connection that the database ends', () => {
  it('while it is checked out: the next query rejects, and the pool opens another', async () => {
    const pool = createPool({ connectionString: database.ownerUrl, max: 1 });
    const client = await pool.connect();
    const broken = new Promise((resolve) => client.once('end', resolve));
    const { rows } = await client.query<{ pid: number }>(PID);
    await terminate(rows[0]?.pid);
    await broken;
    await expect(client.query('select 1')).rejects.toThrow();
    client.release();
    expect((await pool.query<{ n: number }>('select 2 as n')).rows).toEqual([{ n: 2 }]);
    await pool.end();
  });

  it('while it is idle: its pool says so and opens another', async () => {
    const onBroken = vi.fn<(error: Error) => void>();
    const pool = createPool({ connectionString: database.ownerUrl, max: 1 }, onBroken);
    const { rows } = await pool.query<{ pid: number }>(PID);
    await terminate(rows[0]?.pid);
    await vi.waitFor(() => expect(onBroken).toHaveBeenCalled());
    expect((await pool.query<{ n: number }>('select 2 as n')).rows).toEqual([{ n: 2 }]);
    await pool.end();
  });

  it('without a pool: its maker is called', async () => {
    const onBroken = vi.fn<(error: Error) => void>();
    const client = createClient({ connectionString: database.ownerUrl }, onBroken);
    await client.connect();
    const { rows } = await client.query<{ pid: number }>(PID);
    await terminate(rows[0]?.pid);
    await vi.waitFor(() => expect(onBroken).toHaveBeenCalled());
  });
});
