import { auditRow, decodeRecord, ITEMS_MAP } from '@cotejo/audits-contracts';
import { openArchive } from '../configuration/choose-store.ts';
import { verifyLog } from '@cotejo/event-store/archive';
import { FakeKurrentDb } from '@cotejo/event-store/kurrent/fake';
import { RawClient } from '@cotejo/rooms/testing';
import { PATIENCE_MS, testDatabase, type TestDatabase } from '@cotejo/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { StartedServer } from '../started-server.fixture.ts';

const createdAudit = z.object({ data: z.object({ id: z.string() }) });
const AUDITS = '/proyecto/riesgo/auditoria/';
const SERVER_URL = process.env['KURRENTDB_URL']?.trim() || undefined;

let database: TestDatabase;
let fake: FakeKurrentDb | undefined;
let kurrentdbUrl: string;
/** A unique prefix separates this run from existing data on the server. */
const kurrentdbNamespace = `cotejo-test-${crypto.randomUUID()}/`;

beforeAll(async () => {
  database = await testDatabase();
  fake = SERVER_URL === undefined ? await FakeKurrentDb.start() : undefined;
  kurrentdbUrl = fake?.url ?? SERVER_URL ?? '';
});
afterAll(async () => {
  fake?.kill();
  await database.drop();
});

const onKurrent = () => ({ KURRENTDB_URL: kurrentdbUrl, KURRENTDB_NAMESPACE: kurrentdbNamespace });
const start = (env: Readonly<Record<string, string>> = onKurrent()) =>
  StartedServer.start({
    DATABASE_URL: database.appUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    ...env,
  });

/** Renames the first item of an audit through its room; resolves with the answer. */
async function renameFirstItem(started: StartedServer, audit: string, name: string) {
  const ticket = await started.ticketOf(await started.signIn());
  const url = `${started.server.address.replace('http', 'ws')}/rooms/audit/${audit}?ticket=${ticket}`;
  const client = await new RawClient({ url }).synced();
  const [id = ''] = client.document.getMap(ITEMS_MAP).keys();
  client.intent(crypto.randomUUID(), 0, { kind: 'rename_item', id, name });
  await client.until(() => client.answers.length > 0, 'the answer', PATIENCE_MS);
  const [answer] = client.answers;
  await client.close();
  return answer;
}

/** Name of the first item in the tree, as sent to a new connection. */
async function firstItem(started: StartedServer, audit: string): Promise<unknown> {
  const ticket = await started.ticketOf(await started.signIn());
  const url = `${started.server.address.replace('http', 'ws')}/rooms/audit/${audit}?ticket=${ticket}`;
  const client = await new RawClient({ url }).synced();
  const [first] = client.document.getMap(ITEMS_MAP).values();
  await client.close();
  return decodeRecord(first);
}

describe('the whole server on KurrentDB, by configuration alone', () => {
  it('makes its demo, creates an audit, takes an edit in its room, and knows all of it after a restart', async () => {
    const before = await start();
    const manager = await before.signIn();
    const rows = z.array(auditRow).parse((await before.get(AUDITS, manager).expect(200)).body.data);
    expect(rows.length).toBeGreaterThan(0);
    const leader = rows.find(({ lider }) => lider !== null)?.lider?.id;
    const body = {
      nombre: 'Inventarios',
      plantilla: 'estandar',
      fecha_inicio: '2026-02-01',
      fecha_fin: '2026-06-30',
      horas_presupuestadas: 480,
      lider: leader,
      procesos: ['Conteos'],
    };
    const create = () => before.post(AUDITS, manager).set('Idempotency-Key', 'inventarios').send(body);
    const created = createdAudit.parse((await create().expect(201)).body).data;
    expect(createdAudit.parse((await create().expect(201)).body).data.id).toBe(created.id);
    expect(await renameFirstItem(before, created.id, 'Otro nombre')).toMatchObject({ outcome: { ok: true } });
    await before.stop();

    const after = await start();
    expect(JSON.stringify(await firstItem(after, created.id))).toContain('Otro nombre');
    const again = z
      .array(auditRow)
      .parse((await after.get(AUDITS, await after.signIn()).expect(200)).body.data);
    expect(again).toHaveLength(rows.length + 1);
    expect(await renameFirstItem(after, created.id, 'Y otro')).toMatchObject({ outcome: { ok: true } });
    expect([...before.complaints, ...after.complaints]).toEqual([]);
    const scraped = await after.api().get('/metrics').expect(200);
    expect(scraped.text).toMatch(/^cotejo_log_append_median_seconds 0\.\d+$/m);
    expect(scraped.text).toMatch(/^cotejo_log_reconnections \d+$/m);
    await after.stop();

    const archive = openArchive({ kurrentdbUrl, kurrentdbNamespace }, database, 'app');
    const { fault, summary } = await verifyLog(archive, { trustedKeys: null });
    expect(fault).toBeNull();
    expect(summary.events).toBeGreaterThan(100);
    await archive.close();
  });

  it('does not start on Postgres with the database that stands beside it', async () => {
    await expect(start({})).rejects.toMatchObject({ message: expect.stringContaining('npm run log') });
  });
});
