import { randomUUID } from 'node:crypto';
import type { SessionData } from '@cotejo/access-contracts';
import {
  auditDetail,
  auditId,
  changedTree,
  itemId,
  treeItemView,
  type ItemId,
} from '@cotejo/audits-contracts';
import { ROOM_PATH } from '@cotejo/rooms/protocol';
import { RawClient } from '@cotejo/rooms/testing';
import type { CopiedDatabase } from '@cotejo/testing';
import { lettersOf, typeIn } from '@cotejo/texts/testing';
import {
  ATTACHMENT_UPLOADS,
  attachmentCalls,
  attachmentView,
  textCalls,
  WORKSHEET_ROOM_KIND,
  worksheetRoomId,
  writeAttachmentTarget,
  type AttachmentView,
} from '@cotejo/worksheets-contracts';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { demoDatabase } from '../demo-database.fixture.ts';
import { StartedServer } from '../started-server.fixture.ts';

const AUDITS = '/proyecto/riesgo/auditoria/';

let database: CopiedDatabase;
let started: StartedServer;
let claudia: SessionData;
/** Audit of the step whose texts are copied. */
let source: string;
let step: ItemId;
/** File in the text "objective". */
let form: AttachmentView;
const clients: RawClient[] = [];

beforeAll(async () => {
  database = await demoDatabase();
  started = await StartedServer.on(database);
  claudia = await started.signIn('claudia.restrepo');
  source = await newAudit('De donde se copia');
  step = (await firstOf(source, 'HT_PASO')).id;
  const client = await enter(source, step);
  for (const [field, words] of [
    ['objective', 'Verificar los pagos'],
    ['evidence', 'Se vieron 12 facturas'],
  ] as const)
    expect(await client.written(client.write(typeIn(client.document, words, field)))).toBe('stored');
  client.send({ t: 'rest' });
  await vi.waitFor(async () => expect(await textsOf(source, step)).toHaveLength(2));
  form = await attach('Formato.pdf', 'objective');
  await attach('Soporte.pdf', 'evidence');
});
afterEach(() => {
  for (const client of clients.splice(0)) client.cut();
});
afterAll(async () => {
  await started.stop();
  await database.drop();
});

async function newAudit(nombre: string): Promise<string> {
  const { body } = await started
    .post(AUDITS, claudia)
    .send({
      nombre,
      plantilla: 'estandar',
      lider: claudia.user.id,
      equipo: [],
      fecha_inicio: '2026-02-02',
      fecha_fin: '2026-12-15',
      horas_presupuestadas: 10,
      procesos: ['Compras'],
      riesgos: [],
    })
    .expect(201);
  return auditDetail.parse(body.data).id;
}

async function firstOf(audit: string, type: string, id?: ItemId) {
  const { body } = await started.get(`${AUDITS}${audit}/tree/`, claudia).expect(200);
  type Item = z.infer<typeof treeItemView>;
  const flat = (list: Item[]): Item[] => list.flatMap((item) => [item, ...flat(item.items)]);
  const all = flat(z.array(treeItemView).parse(body.data));
  const found = all.find((item) => item.item_tipo === type && (id === undefined || item.id === id));
  return { id: itemId.parse(found?.id), status: found?.status };
}

async function join(kind: string, id: string): Promise<RawClient> {
  const address = started.server.address.replace('http', 'ws');
  const ticket = await started.ticketOf(claudia);
  const client = new RawClient({ url: `${address}${ROOM_PATH}/${kind}/${id}?ticket=${ticket}` });
  clients.push(client);
  return client.synced();
}
const enter = (audit: string, item: ItemId) => join(WORKSHEET_ROOM_KIND, worksheetRoomId(audit, item));

async function attach(name: string, field: string): Promise<AttachmentView> {
  const send = (method: string, path: string, headers: Record<string, string>, body?: string) =>
    fetch(`${started.server.address}${path}`, {
      method,
      headers: { authorization: `Token ${claudia.token}`, 'tus-resumable': '1.0.0', ...headers },
      ...(body !== undefined && { body }),
    });
  const encoded = (text: string): string => Buffer.from(text).toString('base64');
  const file = `%PDF-1.7\n${name}\n%%EOF\n`;
  const target = writeAttachmentTarget({ audit: auditId.parse(source), item: step, field, replaces: null });
  const begun = await send('POST', ATTACHMENT_UPLOADS, {
    'upload-length': String(file.length),
    'upload-metadata': `filename ${encoded(name)},target ${encoded(target)}`,
  });
  const done = await send(
    'PATCH',
    begun.headers.get('location') ?? '',
    { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    file,
  );
  return attachmentView.parse(((await done.json()) as { data: unknown }).data);
}

async function filesOf(audit: string, item: ItemId) {
  const { body } = await started.get(`${AUDITS}${audit}/tree/${item}/adjuntos/`, claudia).expect(200);
  return attachmentCalls.ofItem.data!.parse(body.data).adjuntos;
}

async function textsOf(audit: string, item: ItemId) {
  const { body } = await started.get(`${AUDITS}${audit}/tree/${item}/textos/`, claudia).expect(200);
  return textCalls.texts.data!.parse(body.data).textos;
}

/** Copies within the same audit, through its room. */
async function copiedHere(): Promise<readonly [string, ItemId]> {
  const client = await join('audit', source);
  const id = itemId.parse(randomUUID());
  const phase = (await firstOf(source, 'GR_FASE')).id;
  const intent = { kind: 'copy_item', id, source: step, parent: phase, copies: [[step, id]] };
  client.intent(randomUUID(), 1, intent, client.version);
  await client.until(() => client.answers.length > 0, 'the answer');
  expect(client.answers[0]?.outcome).toEqual({ ok: true });
  return [source, id];
}

/** Copies into another audit, over HTTP. */
async function copiedElsewhere(): Promise<readonly [string, ItemId]> {
  const audit = await newAudit('A donde se copia');
  const parent = (await firstOf(audit, 'GR_FASE')).id;
  const { body } = await started
    .post(`/proyecto/riesgo/auditoria_treeitem/${step}/actions/copy/`, claudia)
    .send({ destino: audit, parent });
  return [audit, itemId.parse(changedTree.parse(body.data).ids[0])];
}

describe('a copy of a worksheet', () => {
  it.each([
    ['in its audit', copiedHere],
    ['in another audit', copiedElsewhere],
  ])('%s has the texts that say what is to be done, and goes its own way', async (_where, copied) => {
    const [audit, copy] = await copied();
    await expect.poll(async () => (await textsOf(audit, copy)).length).toBe(1);
    expect(await textsOf(audit, copy)).toMatchObject([
      { campo: 'objective', rev: 1, texto: 'Verificar los pagos', autores: [{ id: claudia.user.id }] },
    ]);
    expect((await firstOf(audit, 'HT_PASO', copy)).status).toBe('NUEVO');

    const client = await enter(audit, copy);
    expect(lettersOf(client.document, 'objective')).toBe('Verificar los pagos');
    expect(lettersOf(client.document, 'evidence')).toBe('');
    expect(await client.written(client.write(typeIn(client.document, ' de marzo', 'objective')))).toBe(
      'stored',
    );
    client.send({ t: 'rest' });
    await expect
      .poll(async () => (await textsOf(audit, copy))[0])
      .toMatchObject({ rev: 2, texto: 'Verificar los pagos de marzo' });
    expect((await textsOf(source, step)).map(({ texto }) => texto)).toContain('Verificar los pagos');
  });

  it.each([
    ['in its audit', copiedHere],
    ['in another audit', copiedElsewhere],
  ])('%s has the files of those texts, and shows them to whom it is open', async (_where, copied) => {
    const stored = async () =>
      (await started.get('/account/storage_quota/', claudia).expect(200)).body.data.used;
    const before = await stored();
    const [audit, copy] = await copied();
    await expect.poll(async () => (await filesOf(audit, copy)).length).toBe(1);
    const [file] = await filesOf(audit, copy);
    const { nombre_archivo, sha256, fieldId } = form;
    expect(file).toMatchObject({ nombre_archivo, sha256, fieldId, created_by: { id: claudia.user.id } });
    expect(file?.id).not.toBe(form.id);
    const bytes = (id: string) => `${AUDITS}${audit}/adjuntos/${id}/archivo/`;
    // Copied texts refer to the file by its original id.
    for (const id of [file!.id, form.id]) {
      const { body } = await started.get(bytes(id), claudia).buffer(true).expect(200);
      expect(Buffer.from(body as Uint8Array).toString()).toContain('Formato.pdf');
    }
    expect(await stored()).toBe(before);
  });

  it('is made by nobody but the server: a browser’s batch brings no texts', async () => {
    const client = await join('audit', source);
    const revisions = [{ field: 'objective', text: null, characters: 9, authors: [], covers: [0, 99] }];
    const intent = { kind: 'revise_texts', id: step, revisions };
    client.intent(randomUUID(), 1, { kind: 'batch', parts: [{ schema: 1, intent }] }, client.version);
    await client.until(() => client.answers.length > 0, 'the answer');
    expect(client.answers[0]?.outcome).toMatchObject({ ok: false, code: 'forbidden' });
  });
});
