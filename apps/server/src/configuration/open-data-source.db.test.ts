import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createPool } from '@cotejo/database/connections';
import { testDatabase, type TestDatabase } from '@cotejo/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDataSource } from './open-data-source.ts';

/** Proxy between pool and database that can silence open connections for good. */
let database: TestDatabase;
let between: Server;
let url: string;
const silenced = new Set<Socket>();
const open = new Set<Socket>();

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  const target = new URL(database.appUrl);
  const port = Number(target.port);
  between = createServer((near) => {
    const far = connect(port, target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.on('data', (bytes) => silenced.has(near) || to.write(bytes));
      from.on('error', () => undefined);
      from.on('close', () => to.destroy());
    }
  });
  await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve));
  target.port = String((between.address() as AddressInfo).port);
  url = target.toString();
});
afterEach(async () => {
  for (const socket of open) socket.destroy();
  await new Promise((resolve) => between.close(resolve));
});

const silenceAll = (): void => open.forEach((socket) => silenced.add(socket));

/** Query timeout in milliseconds; real answers come much sooner even on a busy machine. */
const SILENCE_MS = 3_000;
/** Waits until the open connections are destroyed and the pool was notified. */
const cutOff = () => vi.waitFor(() => expect([...silenced].every(({ destroyed }) => destroyed)).toBe(true));

describe('connections that fell silent', () => {
  it('are not handed out again by a pool', async () => {
    const pool = createPool({ connectionString: url, max: 1, query_timeout: SILENCE_MS });
    const client = await pool.connect();
    silenceAll();
    await expect(client.query('select 1')).rejects.toThrow('Query read timeout');
    client.release();
    await cutOff();
    expect((await pool.query<{ n: number }>('select 2 as n')).rows).toEqual([{ n: 2 }]);
    await pool.end();
  });

  it('are not handed out again behind the read models', async () => {
    const db = await openDataSource({
      url,
      poolSize: 1,
      logging: false,
      extra: { query_timeout: SILENCE_MS },
    });
    silenceAll();
    await expect(db.query('select 1')).rejects.toThrow('Query read timeout');
    await cutOff();
    expect(await db.query('select 2 as n')).toEqual([{ n: 2 }]);
    await db.destroy();
  });
});
