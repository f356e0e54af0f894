import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { loginAnswer } from '@cotejo/access-contracts';
import { AUDIT_LIST_TOPIC } from '@cotejo/audits-contracts';
import { LIVE_NAMESPACE } from '@cotejo/live/protocol';
import { io, type Socket } from 'socket.io-client';
import request from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { readConfiguration } from './configuration/configuration.ts';
import { createLogger } from './configuration/logger.ts';
import { DEMO_PASSWORD } from './demo/demo-people.ts';
import { startServer } from './start-server.ts';

const WARN = 40;
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cotejo-test-stop-'));
  await chmod(dataDir, 0o711);
});
afterAll(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));

it('stops without a complaint while people work: whatever used the database leaves before it ends', async () => {
  const lines: { level: number; msg: string }[] = [];
  const read = readConfiguration({
    NODE_ENV: 'test',
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'trace',
    DATA_DIR: dataDir,
  });
  if (!read.ok) throw new Error(read.variables.join());
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      for (const line of chunk.toString().trim().split('\n')) lines.push(JSON.parse(line));
      done();
    },
  });
  const server = await startServer({
    configuration: read.configuration,
    log: createLogger(read.configuration, sink),
    say: () => undefined,
  });

  const api = request.agent(server.http);
  const answer = await api
    .post('/api/login/')
    .send({ username: 'claudia.restrepo', password: DEMO_PASSWORD })
    .expect(200);
  const [, , session] = loginAnswer.parse(answer.body);
  const authorization = { Authorization: `Token ${session?.token}` };
  const ticket = async (): Promise<string> =>
    (await api.post('/api/users/@me/ticket/').set(authorization).expect(200)).body.data.ticket;
  const [audit] = (await api.get('/api/proyecto/riesgo/auditoria/').set(authorization).expect(200)).body.data;

  const feed: Socket = io(server.address + LIVE_NAMESPACE, {
    auth: { ticket: await ticket() },
    transports: ['websocket'],
    reconnection: false,
  });
  await new Promise((resolve) =>
    feed.emit('follow', { topic: AUDIT_LIST_TOPIC, key: session?.user.account_id, cursor: -1 }, resolve),
  );
  const room = new WebSocket(
    `${server.address.replace('http', 'ws')}/rooms/audit/${audit.id}?ticket=${await ticket()}`,
  );
  await new Promise((resolve) => room.once('open', resolve));

  const left = Promise.all([
    new Promise((resolve) => feed.once('disconnect', resolve)),
    new Promise((resolve) => room.once('close', resolve)),
  ]);
  await server.stop();
  await left;

  expect(lines.filter(({ level }) => level >= WARN)).toEqual([]);
  // Postgres itself says whom it had to throw out.
  expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).not.toMatch(/terminating connection/);
});
