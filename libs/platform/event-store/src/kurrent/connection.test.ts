import { describe, expect, it, vi } from 'vitest';
import type { KurrentDBClient } from '@kurrent/kurrentdb-client';
import { KurrentConnection, loadKurrentModule, type KurrentModule } from './connection.ts';

/** Clients without a server, numbered in the order of their creation. */
function withClients() {
  const made: { readonly number: number; readonly url: string; dispose: () => Promise<void> }[] = [];
  const connectionString = (url: string) => {
    const client = { number: made.length, url, dispose: vi.fn<() => Promise<void>>(async () => undefined) };
    made.push(client);
    return client as unknown as KurrentDBClient;
  };
  const module = { KurrentDBClient: { connectionString } } as unknown as KurrentModule;
  const connection = new KurrentConnection({ url: 'kurrentdb://h?tls=false', load: async () => module });
  return { made, connection };
}
const numberOf = (client: KurrentDBClient) => (client as unknown as { number: number }).number;
const refused = Object.assign(new Error('ECONNREFUSED'), { code: 14 });

describe('the connection to KurrentDB', () => {
  it('says what to install where the client is missing', async () => {
    const missing = () => Promise.reject(new Error('Cannot find module'));
    const connection = new KurrentConnection({
      url: 'kurrentdb://h',
      load: () => loadKurrentModule(missing),
    });
    await expect(connection.call('x', 100, async () => 1)).rejects.toMatchObject({
      kind: 'fatal',
      message: expect.stringContaining('@kurrent/kurrentdb-client'),
    });
  });

  it('keeps one client while all goes well, and replaces one that lost its server', async () => {
    const { made, connection } = withClients();
    expect(await connection.call('x', 1_000, async (client) => numberOf(client))).toBe(0);
    expect(await connection.call('x', 1_000, async (client) => numberOf(client))).toBe(0);
    await expect(connection.call('x', 1_000, () => Promise.reject(refused))).rejects.toMatchObject({
      kind: 'transient',
    });
    expect(await connection.call('x', 1_000, async (client) => numberOf(client))).toBe(1);
    expect(made).toHaveLength(2);
    await connection.close();
  });

  it('keeps the client when the server refuses with reasons', async () => {
    const { made, connection } = withClients();
    const conflict = Object.assign(new Error('x'), { type: 'wrong-expected-version', actualState: 1n });
    await expect(connection.call('x', 1_000, () => Promise.reject(conflict))).rejects.toMatchObject({
      kind: 'conflict',
    });
    await connection.call('x', 1_000, async () => undefined);
    expect(made).toHaveLength(1);
  });

  it('gives up a call that is never answered, and its client', async () => {
    const { connection } = withClients();
    await expect(connection.call('x', 20, () => new Promise<never>(() => undefined))).rejects.toMatchObject({
      kind: 'transient',
    });
    expect(await connection.call('x', 1_000, async (client) => numberOf(client))).toBe(1);
    await connection.close();
  });

  it('hands the client no more appends at once than it bears, and all of them in the end', async () => {
    const { connection } = withClients();
    let running = 0;
    let most = 0;
    const append = () =>
      connection.callAppend('x', 5_000, async () => {
        most = Math.max(most, ++running);
        await new Promise((resume) => setTimeout(resume, 1));
        running -= 1;
        return 'done';
      });
    const answers = await Promise.all(Array.from({ length: 100 }, append));
    expect(new Set(answers)).toEqual(new Set(['done']));
    expect(most).toBe(12);
  });

  it('lets nobody wait for ever for a turn that comes too late, and loses no turn', async () => {
    const { connection } = withClients();
    let release = (): void => undefined;
    const held = new Promise<void>((resume) => (release = resume));
    const holders = Array.from({ length: 12 }, () => connection.callAppend('x', 5_000, () => held));
    await expect(connection.callAppend('x', 20, async () => 1)).rejects.toMatchObject({ kind: 'transient' });
    release();
    await Promise.all(holders);
    const after = Array.from({ length: 12 }, () => connection.callAppend('x', 5_000, async () => 1));
    expect(await Promise.all(after)).toHaveLength(12);
  });

  it('does nothing once closed', async () => {
    const { connection } = withClients();
    await connection.close();
    await expect(connection.call('x', 100, async () => 1)).rejects.toMatchObject({ kind: 'closed' });
  });
});
