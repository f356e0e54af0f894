import { randomUUID } from 'node:crypto';
import type { SessionData } from '@cotejo/access-contracts';
import { auditDetail, auditStream } from '@cotejo/audits-contracts';
import { withConnection } from '@cotejo/database';
import { logStatus, retryOutcome, type LogStatus } from '@cotejo/operations-contracts';
import type { CopiedDatabase } from '@cotejo/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { demoDatabase } from '../demo-database.fixture.ts';
import { StartedServer } from '../started-server.fixture.ts';

const STATUS = '/operaciones/registro/';
const RETRIES = '/operaciones/registro/reintentos/';
const SECOND = { interval: 50 };

let database: CopiedDatabase;
let started: StartedServer;
let administrator: SessionData;

beforeAll(async () => {
  database = await demoDatabase();
  started = await StartedServer.on(database);
  administrator = await started.signIn('beatriz.cano');
});
afterAll(async () => {
  await started.stop();
  await database.drop();
});

async function status(): Promise<LogStatus> {
  const { body } = await started.get(STATUS, administrator).expect(200);
  return logStatus.parse(body.data);
}

describe('who may see the state of the log', () => {
  it.each(['claudia.restrepo', 'andres.murcia', 'laura.pineda', 'hernan.duque', 'marta.suarez'])(
    'not %s, of whatever role: nothing of it is told',
    async (username) => {
      const session = await started.signIn(username);
      for (const refused of [
        await started.get(STATUS, session).expect(403),
        await started.post(RETRIES, session).send({}).expect(403),
      ]) {
        expect(refused.body).toEqual({ error: expect.any(String), code: 'access_not_authorized' });
      }
    },
  );

  it('not the administrator of an account, nor its superuser', async () => {
    const { people } = started.server.foundation.access;
    const account = await people.openAccount({ name: 'Otra', edition: 'internal' }, 'system:test');
    const password = 'una-clave-muy-larga';
    await people.registerUser(
      {
        accountId: account,
        username: 'super',
        firstName: 'Sara',
        lastName: 'Otra',
        email: 'sara@otra.example',
        role: 'admin',
        userType: 'administrator',
        isSuperuser: true,
        password,
      },
      'system:test',
    );
    await started.server.foundation.access.state.settle();
    const session = await started.signIn('super', password);
    await started.get(STATUS, session).expect(403);
    await started.post(RETRIES, session).send({}).expect(403);
  });

  it('not nobody', async () => {
    await started.api().get(`/api${STATUS}`).expect(401);
  });
});

describe('the state of the log', () => {
  it('tells the size of the log, its last event and its identity', async () => {
    const { store, pool } = started.server.foundation;
    const { log } = await status();
    const { rows } = await pool.query<{ events: number; streams: number }>(
      `select (select count(*)::int from es.event) as events, (select count(*)::int from es.stream) as streams`,
    );
    expect(log).toMatchObject({ ...rows[0], ...(await store.identity()) });
    expect(log.last?.stream).toMatch(/^(user|account|audit|claim)-/);
  });

  it('tells of each projection that it follows the log to its end', async () => {
    await vi.waitFor(async () => {
      const { projections } = await status();
      expect(projections.map(({ name }) => name)).toEqual(expect.arrayContaining(['audits', 'worksheets']));
      for (const row of projections)
        expect(row).toMatchObject({ state: 'live', lagEvents: 0, lagSeconds: 0, progress: 100, parked: 0 });
    }, SECOND);
  });
});

describe('a stream whose events a projection cannot read', () => {
  it('is shown with its fault, tried again, and runs on once it is mended', async () => {
    const manager = await started.signIn();
    const audit = await newAudit(manager);
    const stream = auditStream(audit);
    await breakStream(stream);

    const parked = await vi.waitFor(async () => {
      const [row] = (await status()).parked;
      if (!row) throw new Error('nothing is parked');
      return row;
    }, SECOND);
    expect(parked).toMatchObject({ projection: 'audits', stream, error: expect.stringContaining('name') });
    expect((await status()).projections.find(({ name }) => name === 'audits')?.parked).toBe(1);

    const again = await retry({ projection: 'audits', stream });
    expect(again).toEqual([{ projection: 'audits', stream, ok: false, error: expect.any(String) }]);
    expect((await status()).parked[0]?.attempts).toBe(parked.attempts + 1);

    await mendStream(stream);
    expect(await retry({})).toEqual([{ projection: 'audits', stream, ok: true, error: null }]);
    expect((await status()).parked).toEqual([]);
    const { body } = await started.get(`/proyecto/riesgo/auditoria/${audit}/historial/`, manager).expect(200);
    expect(body.data[0]).toMatchObject({ type: 'TreeItemRenamed' });
  });

  it('is refused when nothing of it is set aside, or nobody knows the projection', async () => {
    const answers = [
      await started.post(RETRIES, administrator).send({ projection: 'audits', stream: 'audit-x' }),
      await started.post(RETRIES, administrator).send({ projection: 'nothing' }),
      await started.post(RETRIES, administrator).send({ stream: 'audit-x' }),
      await started.post(RETRIES, administrator).send({ projection: 'audits', stream: 'audit-\u0000' }),
    ];
    expect(answers.map(({ body }) => body.code)).toEqual([
      'stream_not_parked',
      'projection_unknown',
      'invalid_request',
      'invalid_request',
    ]);
  });
});

async function retry(body: object) {
  const answer = await started.post(RETRIES, administrator).send(body).expect(200);
  return z.array(retryOutcome).parse(answer.body.data);
}

async function newAudit(manager: SessionData): Promise<string> {
  const { body } = await started
    .post('/proyecto/riesgo/auditoria/', manager)
    .send({
      nombre: 'Una que se rompe',
      plantilla: 'estandar',
      lider: manager.user.id,
      fecha_inicio: '2026-02-02',
      fecha_fin: '2026-12-15',
      horas_presupuestadas: 10,
      procesos: ['Compras'],
    })
    .expect(201);
  return auditDetail.pick({ id: true }).parse(body.data).id;
}

/** Appends a renaming without a name, as a defective release would. */
async function breakStream(stream: string): Promise<void> {
  const { store } = started.server.foundation;
  let item: unknown;
  for await (const { type, data } of store.read(stream)) if (type === 'TreeItemCreated') item = data['id'];
  await store.append({
    stream,
    expected: 'any',
    events: [
      {
        id: randomUUID(),
        type: 'TreeItemRenamed',
        schemaVersion: 1,
        data: { id: String(item), from: 'Compras', overwrote: null },
        meta: { actor: administrator.user.id, at: new Date().toISOString() },
      },
    ],
  });
}

/** Repairs the event as the database owner with the trigger disabled; no role of the product can. */
async function mendStream(stream: string): Promise<void> {
  await withConnection(database.ownerUrl, async (owner) => {
    await owner.query('alter table es.event disable trigger append_only');
    await owner.query(
      `update es.event set data = data || '{"name": "Compras menores"}'
        where stream_id = $1 and type = 'TreeItemRenamed'`,
      [stream],
    );
    await owner.query('alter table es.event enable trigger append_only');
  });
}

describe('a job that failed', () => {
  const JOBS = '/operaciones/registro/trabajos/';

  it('is shown with its fault until it is tried again, and is then no longer among them', async () => {
    expect((await status()).jobs).toEqual([]);
    await withConnection(database.ownerUrl, (owner) =>
      owner.query(
        `insert into jobs.job (name, data, output) values ('dead', '{"job": "vault"}', '{"message": "no room"}')`,
      ),
    );
    expect((await status()).jobs).toEqual([
      { name: 'vault', failures: 1, since: expect.any(String), error: 'no room' },
    ]);
    await started.post(JOBS, administrator).send({ job: 'vault' }).expect(200);
    expect((await status()).jobs).toEqual([]);
    const again = await started.post(JOBS, administrator).send({ job: 'vault' }).expect(404);
    expect(again.body).toMatchObject({ code: 'job_not_failed' });
  });

  it('is tried again by product administrators alone', async () => {
    const manager = await started.signIn('claudia.restrepo');
    await started.post(JOBS, manager).send({ job: 'vault' }).expect(403);
  });
});
