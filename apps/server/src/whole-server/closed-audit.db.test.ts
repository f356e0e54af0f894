import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SessionData } from '@cotejo/access-contracts';
import {
  actionPlanIdOf,
  auditStream,
  evaluationIdOf,
  itemId,
  type AuditId,
  type ItemId,
} from '@cotejo/audits-contracts';
import type { JsonObject } from '@cotejo/event-store';
import { createPostgresEventStore } from '@cotejo/event-store/postgres';
import { ROOM_PATH } from '@cotejo/rooms/protocol';
import { RawClient } from '@cotejo/rooms/testing';
import type { CopiedDatabase } from '@cotejo/testing';
import { typeIn } from '@cotejo/texts/testing';
import {
  ATTACHMENT_UPLOADS,
  textCalls,
  WORKSHEET_ROOM_KIND,
  worksheetRoomId,
  writeAttachmentTarget,
} from '@cotejo/worksheets-contracts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { demoDatabase } from '../demo-database.fixture.ts';
import { AUDITS, itemsOf, newSmallAudit } from './small-audit.fixture.ts';
import { StartedServer } from '../started-server.fixture.ts';

interface Intent {
  readonly kind: string;
  readonly [field: string]: unknown;
}

let database: CopiedDatabase;
let folder: string;
let started: StartedServer;
/** The manager. */
let claudia: SessionData;
let andres: SessionData;
/** A junior auditor. */
let laura: SessionData;
let audit: AuditId;
let finding: ItemId;
let plan: ItemId;
let evaluation: ItemId;
const clients: RawClient[] = [];

beforeAll(async () => {
  database = await demoDatabase();
  folder = await mkdtemp(join(tmpdir(), 'cotejo-closed-'));
  started = await StartedServer.on(database, { DATA_DIR: folder });
  claudia = await started.signIn('claudia.restrepo');
  andres = await started.signIn('andres.murcia');
  laura = await started.signIn('laura.pineda');
});
afterAll(async () => {
  await started.stop();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => {
  for (const client of clients.splice(0)) client.cut();
});

beforeEach(async () => {
  audit = await newSmallAudit(started, claudia, {
    nombre: 'Cerrada',
    lider: andres.user.id,
    equipo: [{ usuario: laura.user.id, rol: 'auditor' }],
  });
  const step = (await itemsOf(started, claudia, audit)).find(({ item_tipo }) => item_tipo === 'HT_PASO');
  finding = itemId.parse(randomUUID());
  plan = actionPlanIdOf(finding);
  evaluation = evaluationIdOf(finding);
  await asks(claudia, {
    kind: 'create_item',
    id: finding,
    type: 'finding',
    parent: step?.id,
    name: 'Pagos sin orden',
  });
  const room = await enter(claudia, finding);
  for (const field of ['condition', 'criterion', 'cause', 'effect', 'recommendation'])
    expect(await write(room, `De la gerencia: ${field}`, field)).toBe('stored');
  room.send({ t: 'rest' });
  await expect.poll(async () => (await texts(finding)).length).toBe(5);
  await asks(claudia, { kind: 'change_status', id: finding, from: 'new', to: 'not_discussed' });
  await asks(andres, { kind: 'change_status', id: finding, from: 'not_discussed', to: 'completed' });
  await asks(
    claudia,
    { kind: 'choose_finding_treatment', id: finding, treatment: 'action_plan' },
    { kind: 'assign_item', id: plan, assignee: laura.user.id },
    { kind: 'choose_plan_treatment', id: plan, treatment: 'evaluate' },
    { kind: 'assign_item', id: evaluation, assignee: laura.user.id },
    { kind: 'sign_item', id: finding, mark: 'reviewed', textsAt: null },
  );
  await happens('AuditStatusChanged', { from: 'in_progress', to: 'closed', closedOn: '2026-12-15' });
  const late = { kind: 'rename_item', id: finding, name: 'Otro' };
  await expect.poll(() => ask(claudia, late)).toMatchObject({ ok: false, code: 'audit_closed' });
  await expect.poll(async () => (await standing()).newest).toMatchObject([{ type: 'AuditStatusChanged' }]);
});

/** Appends an event that no current intent can cause. */
async function happens(type: string, data: JsonObject): Promise<void> {
  const store = createPostgresEventStore({ connectionString: database.appUrl });
  try {
    const stream = auditStream(audit);
    let account = '';
    for await (const { meta } of store.read(stream, { limit: 1 })) account = meta.account ?? '';
    const meta = { actor: claudia.user.id, at: new Date().toISOString(), account };
    const event = { id: randomUUID(), type, schemaVersion: type === 'TextRevised' ? 2 : 1, data, meta };
    await store.append({ stream, expected: 'any', events: [event] });
  } finally {
    await store.close();
  }
}

async function joinRoom(kind: string, id: string, by: SessionData): Promise<RawClient> {
  const address = started.server.address.replace('http', 'ws');
  const url = `${address}${ROOM_PATH}/${kind}/${id}?ticket=${await started.ticketOf(by)}`;
  const client = await new RawClient({ url }).synced();
  clients.push(client);
  return client;
}
const enter = (by: SessionData, item: ItemId) =>
  joinRoom(WORKSHEET_ROOM_KIND, worksheetRoomId(audit, item), by);
const write = (client: RawClient, text: string, field: string) =>
  client.written(client.write(typeIn(client.document, text, field)));

/** Sends an intent through the audit's room, as the browser does. */
async function ask(by: SessionData, intent: Intent, base?: number) {
  const client = await joinRoom('audit', audit, by);
  client.intent(randomUUID(), 1, intent, base ?? client.version);
  await client.until(() => client.answers.length > 0, 'the answer');
  client.cut();
  return client.answers[0]?.outcome;
}
async function asks(by: SessionData, ...intents: readonly Intent[]): Promise<void> {
  for (const intent of intents) expect([intent, await ask(by, intent)]).toEqual([intent, { ok: true }]);
}

async function texts(item: ItemId) {
  const { body } = await started.get(`${AUDITS}${audit}/tree/${item}/textos/`, claudia).expect(200);
  return textCalls.texts.data!.parse(body.data).textos;
}
const wordsOf = async (item: ItemId) => (await texts(item)).map(({ campo, texto }) => `${campo}: ${texto}`);

/** Everything about the finding that a forged intent could change. */
async function standing() {
  const { body } = await started.get(`${AUDITS}${audit}/historial/?limite=1`, claudia).expect(200);
  return { words: await wordsOf(finding), newest: (body as { data: readonly unknown[] }).data };
}

const batch = (intent: Intent): Intent => ({
  kind: 'batch',
  parts: [{ schema: intent.kind === 'change_status' ? 2 : 1, intent }],
});

describe('texts that a junior makes up in a closed audit', () => {
  const HASH = 'a'.repeat(64);
  const revision = (field: string, change: object = {}) => ({
    field,
    text: null,
    characters: 0,
    authors: [claudia.user.id],
    covers: [0, 9],
    ...change,
  });
  const forgeries = (): readonly (readonly [string, ItemId, object])[] => [
    ['wipe what the manager wrote', finding, revision('condition')],
    ['cover rows that are yet to come', plan, revision('description', { covers: [0, 2 ** 40] })],
    [
      'have more characters than a column holds',
      plan,
      revision('description', { text: { ref: randomUUID(), hash: HASH, length: 1 }, characters: 2 ** 52 }),
    ],
    [
      'lie where nothing lies',
      plan,
      revision('description', { text: { ref: randomUUID(), hash: HASH, length: 9 }, characters: 9 }),
    ],
  ];

  it('are refused with the intent that carries them, raw and in a batch, and nothing is written', async () => {
    const before = await standing();
    for (const [what, id, text] of forgeries()) {
      const carried = { texts: [text] };
      const from = id === finding ? 'reviewed' : 'assigned';
      const to = id === finding ? 'not_discussed' : 'accepted';
      for (const intent of [
        { kind: 'change_status', id, from, to, ...carried },
        { kind: 'sign_item', id, mark: 'completed', textsAt: null, ...carried },
        { kind: 'sign_item', id, mark: 'reviewed', textsAt: 2 ** 52, ...carried },
        { kind: 'delete_item', id, texts: [{ id, revisions: [text] }] },
      ]) {
        const refused = { ok: false, code: 'invalid_intent' };
        expect([what, await ask(laura, intent)]).toEqual([what, refused]);
        expect([what, await ask(laura, batch(intent))]).toEqual([what, { ...refused, params: { part: 0 } }]);
        const sealed = { ...intent, sealed: carried };
        expect([what, await ask(laura, sealed)]).toEqual([what, refused]);
      }
      const server = { kind: 'revise_texts', id, revisions: [text] };
      expect(await ask(laura, server)).toEqual({ ok: false, code: 'forbidden' });
    }
    expect(await standing()).toEqual(before);
  });

  it('are not brought along by an intent without them: what was found stays signed as it is', async () => {
    const before = await standing();
    for (const base of [undefined, -1, Number.MAX_SAFE_INTEGER]) {
      const sign = { kind: 'sign_item', id: finding, mark: 'completed', textsAt: Number.MAX_SAFE_INTEGER };
      expect((await ask(laura, sign, base))?.ok).toBe(false);
    }
    expect(await standing()).toEqual(before);
  });
});

describe('follow-up of a closed audit', () => {
  it('writes the texts of a plan and of its evaluation, which come to rest under what is signed', async () => {
    const room = await enter(laura, plan);
    expect(await write(room, 'Se exige la orden', 'description')).toBe('stored');
    room.send({ t: 'rest' });
    await expect.poll(() => wordsOf(plan)).toEqual(['description: Se exige la orden']);

    await asks(laura, { kind: 'change_status', id: evaluation, from: 'assigned', to: 'in_progress' });
    const conclusion = await enter(laura, evaluation);
    expect(await write(conclusion, 'Se cumple', 'conclusion')).toBe('stored');
    // No revision covers the text yet: the signature cuts one in the same append.
    const textsAt = conclusion.version + 1;
    const sign = { kind: 'sign_item', id: evaluation, mark: 'completed', textsAt };
    await asks(laura, sign);
    await expect.poll(() => wordsOf(evaluation)).toEqual(['conclusion: Se cumple']);
  });

  it('and nobody signs there what another wrote and they have not seen', async () => {
    await asks(laura, { kind: 'change_status', id: evaluation, from: 'assigned', to: 'in_progress' });
    const room = await enter(andres, evaluation);
    expect(await write(room, 'Sin verificar', 'conclusion')).toBe('stored');
    const sign = { kind: 'sign_item', id: evaluation, mark: 'completed' };
    for (const textsAt of [null, 0, room.version + 2, Number.MAX_SAFE_INTEGER])
      expect(await ask(laura, { ...sign, textsAt })).toMatchObject({ ok: false, code: 'changed_since' });
    expect(await ask(laura, { ...sign, textsAt: room.version + 1 })).toEqual({ ok: true });
  });

  it('attaches evidence to a plan, takes it away and brings it back; to a finding no more', async () => {
    const file = Buffer.from('%PDF-1.7\nacta\n%%EOF\n');
    const attach = async (item: ItemId, field: string) => {
      const encoded = (text: string): string => Buffer.from(text).toString('base64');
      const target = writeAttachmentTarget({ audit, item, field, replaces: null });
      const headers = { authorization: `Token ${laura.token}`, 'tus-resumable': '1.0.0' };
      const begun = await fetch(`${started.server.address}${ATTACHMENT_UPLOADS}`, {
        method: 'POST',
        headers: {
          ...headers,
          'upload-length': String(file.length),
          'upload-metadata': `filename ${encoded('Acta.pdf')},target ${encoded(target)}`,
        },
      });
      if (begun.status !== 201) return begun.json() as Promise<{ code?: string }>;
      const done = await fetch(`${started.server.address}${begun.headers.get('location') ?? ''}`, {
        method: 'PATCH',
        headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
        body: new Uint8Array(file),
      });
      return (await done.json()) as { data?: { id: string; nombre_archivo: string }; code?: string };
    };
    const attached = (await attach(plan, 'description')) as { data: { id: string } };
    expect(attached).toMatchObject({ data: { nombre_archivo: 'Acta.pdf' } });
    const about = { id: plan, attachment: attached.data.id };
    await asks(laura, { kind: 'remove_attachment', ...about }, { kind: 'restore_attachment', ...about });
    expect(await attach(finding, 'condition')).toMatchObject({ code: 'audit_closed' });
  });
});

describe('a stream that holds forged texts', () => {
  it('can be read, and what is written afterwards is revised', async () => {
    const made = {
      id: plan,
      rev: 1,
      field: 'description',
      text: { ref: randomUUID(), hash: 'a'.repeat(64), length: 9 },
      characters: 9,
      authors: [claudia.user.id],
      covers: [0, 2 ** 40],
    };
    await happens('TextRevised', made);
    await expect
      .poll(() => texts(plan))
      .toMatchObject([{ campo: 'description', rev: 1, texto: '', cuerpo: null, alterado: true }]);
    const revisions = `${AUDITS}${audit}/tree/${plan}/textos/description/revisiones/`;
    const { body } = await started.get(`${revisions}1/`, claudia).expect(200);
    expect(body).toMatchObject({ data: { texto: '', alterado: true, diferencias: null } });
    await started.post(`${revisions}1/actions/restaurar/`, claudia).expect(409);
    const room = await enter(laura, plan);
    expect(await write(room, 'Se exige la orden', 'description')).toBe('stored');
    room.send({ t: 'rest' });
    await expect.poll(() => wordsOf(plan)).toEqual(['description: Se exige la orden']);
  });
});
