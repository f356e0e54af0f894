import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { accessCalls, type SessionData } from '@cotejo/access-contracts';
import type { CopiedDatabase } from '@cotejo/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AskedCalls } from './asked-calls.fixture.ts';
import { demoDatabase } from '../demo-database.fixture.ts';
import { StartedServer } from '../started-server.fixture.ts';

const { telemetry, settings } = accessCalls.shell;

let database: CopiedDatabase;
let started: StartedServer;
let ask: AskedCalls;
let laura: SessionData;
let collector: Server;
/** Bodies received by the collector. */
let collected: string[];

beforeAll(async () => {
  database = await demoDatabase();
  collector = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      collected.push(text);
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  started = await start({ TELEMETRY_URL: collectorUrl() });
  ask = new AskedCalls(started);
  laura = await started.signIn('laura.pineda');
});
beforeEach(() => {
  collected = [];
});
afterAll(async () => {
  await started.stop();
  collector.closeAllConnections();
  await new Promise((resolve) => collector.close(resolve));
  await database.drop();
});

const start = (env: Readonly<Record<string, string>>): Promise<StartedServer> =>
  StartedServer.on(database, env);

function collectorUrl(): string {
  const address = collector.address();
  if (address === null || typeof address === 'string') throw new Error('the collector does not listen');
  return `http://127.0.0.1:${address.port}/`;
}

const seen = { name: 'page.seen', at: '2026-03-01T10:00:00.000Z', view: '/audits/:id/', duration: 12 };
/** `user` is the page's claim; the server ignores it. */
const batch = (over: object = {}) => ({ session: randomUUID(), user: 'otra', events: [seen], ...over });

describe('POST /sys/telemetry/', () => {
  it('passes a batch on, of whoever is signed in, with nothing that names them', async () => {
    expect(await ask.answer(laura, settings)).toMatchObject({ telemetry: true });
    const body = batch();
    await ask.answer(laura, telemetry, { body });
    await expect.poll(() => collected).toHaveLength(1);
    const [text = ''] = collected;
    expect(JSON.parse(text)).toEqual({
      session: body.session,
      user: laura.user.id,
      events: [{ ...seen, status: null }],
    });
    for (const name of ['laura', 'pineda', '@']) expect(text.toLowerCase()).not.toContain(name);
  });

  it.each<[string, object]>([
    ['a name with blanks', { events: [{ ...seen, name: 'Ana Gil' }] }],
    ['no moment', { events: [{ ...seen, at: 'ayer' }] }],
    ['a time before it began', { events: [{ ...seen, duration: -1 }] }],
    ['more than a view has', { events: Array.from({ length: 501 }, () => seen) }],
    ['no session', { session: 'la mía' }],
    ['a person that no collector could read', { user: 'ana; gil' }],
  ])('refuses %s, and passes nothing of it on', async (_, over) => {
    expect(await ask.refusal(laura, telemetry, { body: batch(over) })).toBe('400 invalid_request');
    // Later batches arrive alone.
    const after = batch();
    await ask.answer(laura, telemetry, { body: after });
    await expect.poll(() => collected).toHaveLength(1);
    expect(collected[0]).toContain(after.session);
  });

  it('is for whoever is signed in', async () => {
    await started.api().post('/api/sys/telemetry/').send(batch()).expect(401);
    expect(collected).toEqual([]);
  });

  it('drops batches where no collector is set', async () => {
    const without = await start({ COTEJO_SEED_DEMO: '0' });
    try {
      const there = new AskedCalls(without);
      const session = await without.signIn('laura.pineda');
      expect(await there.answer(session, settings)).toMatchObject({ telemetry: false });
      await there.answer(session, telemetry, { body: batch() });
      // Batches passed on later by the other server arrive alone.
      const after = batch();
      await ask.answer(laura, telemetry, { body: after });
      await expect.poll(() => collected).toHaveLength(1);
      expect(collected[0]).toContain(after.session);
    } finally {
      await without.stop();
    }
  });
});
