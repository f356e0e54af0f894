import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SessionData } from '@cotejo/access-contracts';
import { StartError } from '@cotejo/database';
import { EventStoreError } from '@cotejo/event-store';
import { closeCode } from '@cotejo/rooms/protocol';
import { freePort, testDatabase, type TestDatabase } from '@cotejo/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DEMO_PASSWORD, demoPeople } from '../demo/demo-people.ts';
import { closedWith, StartedServer } from '../started-server.fixture.ts';

let database: TestDatabase;
let webDir: string;
let started: StartedServer;

const start = (env: Readonly<Record<string, string>> = {}): Promise<StartedServer> =>
  StartedServer.start({
    DATABASE_URL: database.appUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    COTEJO_WEB_DIR: webDir,
    ...env,
  });

beforeAll(async () => {
  database = await testDatabase();
  webDir = await mkdtemp(join(tmpdir(), 'cotejo-web-'));
  await mkdir(join(webDir, 'assets'));
  await writeFile(join(webDir, 'index.html'), '<!doctype html><title>Cotejo</title>');
  await writeFile(join(webDir, 'assets', 'main-a1b2c3.js'), 'export {};');
  await writeFile(join(webDir, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  started = await start();
});

afterAll(async () => {
  await started.stop();
  await database.drop();
  await rm(webDir, { recursive: true });
});

const api = () => started.api();
const signIn = (username?: string): Promise<SessionData> => started.signIn(username);

describe('signing in', () => {
  it.each(demoPeople.map(({ username }) => username))('%s of the demo account can', async (username) => {
    const session = await signIn(username);
    expect(session).toMatchObject({ type: 'Token', expires_in: 43_200, user: { username } });
  });

  it('takes two steps; the first tells nothing', async () => {
    const step = (u: string) => api().post('/api/login/validate-username/').send({ u });
    const [known, unknown] = [await step('claudia.restrepo').expect(200), await step('nadie').expect(200)];
    expect(known.body).toEqual({ data: { method: 'password', methods: ['password'] }, status: 200 });
    expect(unknown.body).toEqual(known.body);
  });

  it('refuses with a tuple, in the language of the request', async () => {
    const refused = await api()
      .post('/api/login/')
      .set('Accept-Language', 'en')
      .send({ username: 'nadie', password: 'nada' })
      .expect(200);
    expect(refused.body).toEqual([
      false,
      { error: 'The user name or the password is not right.', code: 'invalid_credentials' },
      null,
    ]);
  });

  it('is throttled with 429', async () => {
    const attempt = () => api().post('/api/login/').send({ username: 'insistente', password: 'no' });
    for (let i = 0; i < 5; i++) await attempt().expect(200);
    const answer = await attempt().expect(429);
    expect(answer.body.code).toBe('too_many_requests');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('while the database is away', () => {
  it.each([
    ['the log', () => vi.spyOn(started.server.foundation.store, 'append')],
    ['the vault', () => vi.spyOn(started.server.foundation.pool, 'query')],
  ])('signing in says when to come back: %s', async (_, away) => {
    // Mocked for the requests only, because the server uses it internally, too.
    away().mockRejectedValue(new EventStoreError('transient', 'no word from Postgres'));
    try {
      const answer = await api()
        .post('/api/login/')
        .send({ username: 'laura.pineda', password: DEMO_PASSWORD })
        .expect(503);
      expect(answer.body.code).toBe('unavailable');
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    } finally {
      vi.restoreAllMocks();
    }
  });
});

describe('the session', () => {
  it('tells who is signed in, until logout', async () => {
    const session = await signIn();
    const me = () => started.get('/users/@me/?pageUrl=%2Fauditorias%2F', session);
    const answer = await me().expect(200);
    expect(answer.body).toMatchObject({
      status: 200,
      data: {
        username: 'claudia.restrepo',
        role: 'PM',
        sigla: 'CR',
        account_name: 'Frailejón Alimentos S.A.S.',
        product: 'audit',
      },
    });
    await started.post('/logout/', session).expect(200);
    expect((await me().expect(401)).body).toEqual({ error: 'Invalid Token', code: 'token_invalid' });
  });

  it('ends on logging out, also under a key that another of the same person ended under', async () => {
    for (const session of [await signIn(), await signIn()]) {
      await started.post('/logout/', session).set('Idempotency-Key', 'leaving').expect(200);
      await started.get('/users/@me/', session).expect(401);
    }
  });

  it('lists the people of the account', async () => {
    const rows = (await started.get('/users/', await signIn('laura.pineda')).expect(200)).body.data;
    expect(rows).toHaveLength(demoPeople.length);
    expect(rows[0]).toMatchObject({ first_name: 'Andrés', role: 'SR', sigla: 'AM' });
  });

  it('closes its sockets on logging out', async () => {
    const session = await signIn();
    const socket = await started.feed(session);
    const ended = new Promise((resolve) => socket.once('disconnect', resolve));
    await started.post('/logout/', session).expect(200);
    await ended;
  });

  it('opens no socket for pages from elsewhere, whatever ticket they hold', async () => {
    const session = await signIn();
    const origin = 'https://elsewhere.example';
    const room = started.room('x', await started.ticketOf(session), { origin });
    await expect(closedWith(room)).rejects.toThrow('403');
    await expect(started.feed(session, { origin })).rejects.toThrow('websocket error');
    const { host } = new URL(started.server.address);
    (await started.feed(session, { origin: `http://${host}` })).disconnect();
  });

  it('opens a room by ticket alone, once', async () => {
    const ticket = await started.ticketOf(await signIn());
    const nowhere = '7b0dfe7e-6c3c-4f0e-9a55-0ba1a1b6a001';
    expect(await closedWith(started.room(nowhere, ticket))).toBe(closeCode.notFound);
    expect(await closedWith(started.room(nowhere, ticket))).toBe(closeCode.ticketRefused);
    expect(await closedWith(started.room(nowhere))).toBe(closeCode.ticketRefused);
  });
});

describe('an audit', () => {
  it('is created, listed, and opened by its team until they sign out', async () => {
    const session = await signIn('andres.murcia');
    const created = await started
      .post('/proyecto/riesgo/auditoria/', session)
      .send({
        nombre: 'Compras y pagos',
        plantilla: 'estandar',
        fecha_inicio: '2026-03-01',
        fecha_fin: '2026-06-30',
        horas_presupuestadas: 480,
        lider: session.user.id,
        procesos: ['Compras'],
      })
      .expect(201);
    const { id } = created.body.data;
    const list = await started.get('/proyecto/riesgo/auditoria/', session).expect(200);
    expect(list.body.data).toContainEqual(
      expect.objectContaining({ id, nombre: 'Compras y pagos', in_team: true }),
    );

    const socket = started.room(id, await started.ticketOf(session));
    await new Promise((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('close', (code) => reject(new Error(String(code))));
    });
    const closed = closedWith(socket);
    await started.post('/logout/', session).expect(200);
    expect(await closed).toBe(closeCode.ticketRefused);
  });
});

describe('every answer', () => {
  it('carries the security headers and the id of its request', async () => {
    const { headers } = await api().get('/api/users/@me/').set('X-Request-Id', 'pedido-0001').expect(401);
    expect(headers['x-request-id']).toBe('pedido-0001');
    expect(headers['content-security-policy']).toContain("script-src 'self';");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['x-powered-by']).toBeUndefined();
  });

  it('says that the connection stays open for longer than a proxy keeps it', async () => {
    const { headers } = await api().get('/api/users/@me/').set('Connection', 'keep-alive').expect(401);
    expect(headers['keep-alive']).toBe('timeout=75');
  });

  it('of a call is kept by no cache', async () => {
    const { headers } = await api().get('/api/users/@me/').expect(401);
    expect(headers['cache-control']).toBe('no-store');
  });

  it.each([
    ['an unknown call', () => api().get('/api/nada/'), 404, 'not_found'],
    [
      'malformed JSON',
      () => api().post('/api/login/').set('Content-Type', 'application/json').send('{"username":'),
      400,
      'malformed_json',
    ],
    [
      'too large a body',
      () =>
        api()
          .post('/api/login/')
          .send({ username: 'x'.repeat(300_000) }),
      413,
      'payload_too_large',
    ],
    ['a call without its fields', () => api().post('/api/login/').send({}), 400, 'invalid_request'],
  ])('to %s is JSON with a code', async (_, call, status, code) => {
    const answer = await call().expect(status);
    expect(answer.body).toMatchObject({ code });
  });

  it('is found in the log by its id, without passwords, tokens or tickets', async () => {
    const session = await signIn();
    const ticket = await started.ticketOf(session);
    await started.get(`/users/@me/?ticket=${ticket}`, session).expect(200);
    const logged = started.logged.join();
    expect(logged).toContain('/api/users/@me/');
    for (const secret of [DEMO_PASSWORD, session.token, ticket]) expect(logged.includes(secret)).toBe(false);
  });
});

describe('pages', () => {
  it('are the web application, asked for again each time', async () => {
    for (const path of ['/', '/auditorias/plan/?auditoria-id=1', '/login/']) {
      const page = await api().get(path).expect(200);
      expect(page.text).toContain('<title>Cotejo</title>');
      expect(page.headers['cache-control']).toBe('no-cache');
    }
  });

  it('have their hashed files for ever, and no page in the place of a missing file', async () => {
    const file = await api().get('/assets/main-a1b2c3.js').expect(200);
    expect(file.headers['cache-control']).toContain('immutable');
    await api().get('/assets/gone-000000.js').expect(404);
    await api().get('/favicon.ico').expect(404);
  });
});

it.each([
  ['/', 'text/html'],
  ['/assets/main-a1b2c3.js', 'text/javascript'],
  ['/favicon.svg', 'image/svg+xml'],
  ['/api/users/@me/', 'application/json'],
  ['/api/nada/', 'application/json'],
  ['/health/live', 'application/json'],
  ['/metrics', 'text/plain'],
  ['/docs', 'text/html'],
])('%s is told to be %s, and in which charset it is written', async (path, type) => {
  const told = (await api().get(path)).headers['content-type'];
  expect(told?.split('; ')).toEqual(expect.arrayContaining([type, 'charset=utf-8']));
});

describe('operations', () => {
  it('says that it lives and is ready', async () => {
    await api()
      .get('/health/live')
      .expect(200, { data: { live: true }, status: 200 });
    const ready = await api().get('/health/ready').expect(200);
    expect(ready.body.data).toEqual({ store: true, access: true, projections: true, clock: true });
  });

  it('is not ready while its database is away', async () => {
    const away = vi.spyOn(started.server.foundation.pool, 'query').mockRejectedValue(new Error('away'));
    try {
      const answer = await api().get('/health/ready').expect(503);
      expect(answer.body).toMatchObject({ code: 'unavailable', details: { store: false } });
    } finally {
      away.mockRestore();
    }
    await api().get('/health/ready').expect(200);
  });

  it('gives its figures to this machine alone', async () => {
    const figures = await api().get('/metrics').expect(200);
    expect(figures.text).toContain('cotejo_room_connections');
    await api().get('/metrics').set('X-Forwarded-For', '203.0.113.9').expect(404);
  });

  it('names a taken port', async () => {
    const { port } = new URL(started.server.address);
    await expect(start({ PORT: port })).rejects.toThrow(StartError);
  });

  it('starts again on the same data, and frees its port when it stops', async () => {
    const session = await signIn();
    // A port outside the ephemeral range, so that no other process takes it after the stop.
    const second = await start({ PORT: String(await freePort()) });
    await second.get('/users/@me/', session).expect(200);
    const { hostname, port } = new URL(second.server.address);
    await second.stop();
    await expect(
      new Promise((resolve, reject) => {
        connect(Number(port), hostname, () => resolve('open')).once('error', reject);
      }),
    ).rejects.toThrow('ECONNREFUSED');
  });
});
