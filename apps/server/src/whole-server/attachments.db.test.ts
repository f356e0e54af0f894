import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { SessionData } from '@cotejo/access-contracts';
import { itemId, type AuditId, type ItemId } from '@cotejo/audits-contracts';
import { feedFrame } from '@cotejo/live/protocol';
import { ROOM_PATH } from '@cotejo/rooms/protocol';
import { RawClient } from '@cotejo/rooms/testing';
import type { CopiedDatabase } from '@cotejo/testing';
import {
  ATTACHMENT_UPLOADS,
  attachmentCalls,
  attachmentId,
  ATTACHMENTS_TOPIC,
  attachmentView,
  writeAttachmentTarget,
  type AttachmentView,
} from '@cotejo/worksheets-contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signInStranger } from './sign-in-stranger.fixture.ts';
import { AUDITS, itemsOf, newSmallAudit } from './small-audit.fixture.ts';
import { demoDatabase } from '../demo-database.fixture.ts';
import { StartedServer } from '../started-server.fixture.ts';
import { sendTus } from './upload-file.fixture.ts';

const pdf = (text: string): Buffer => Buffer.from(`%PDF-1.7\n${text}\n%%EOF\n`);
const PNG = Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex'),
  Buffer.from('0000000a49444154789c6300010000050001', 'hex'),
  Buffer.from('0d0a2db40000000049454e44ae426082', 'hex'),
]);

let database: CopiedDatabase;
let folder: string;
let started: StartedServer;
let claudia: SessionData;
let andres: SessionData;
let laura: SessionData;
let hernan: SessionData;
let olga: SessionData;
let audit: AuditId;
let step: ItemId;

beforeAll(async () => {
  database = await demoDatabase();
  folder = await mkdtemp(join(tmpdir(), 'cotejo-attachments-'));
  started = await StartedServer.on(database, { DATA_DIR: folder, FILES_MOST_BYTES: '200000' });
  claudia = await started.signIn('claudia.restrepo');
  andres = await started.signIn('andres.murcia');
  laura = await started.signIn('laura.pineda');
  hernan = await started.signIn('hernan.duque');
  olga = await signInStranger(started);
});
afterAll(async () => {
  await started.stop();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  audit = await newSmallAudit(started, claudia, {
    nombre: 'Con archivos',
    lider: andres.user.id,
    equipo: [{ usuario: laura.user.id, rol: 'auditor' }],
  });
  step = itemId.parse((await items()).find(({ item_tipo }) => item_tipo === 'HT_PASO')?.id);
});

const items = () => itemsOf(started, claudia, audit);

const encoded = (text: string): string => Buffer.from(text).toString('base64');
const tus = (method: string, path: string, by: SessionData, headers: Record<string, string>, body?: Buffer) =>
  sendTus(started.server.address, by.token, method, path, headers, body);

interface Place {
  readonly field?: string | null;
  readonly replaces?: AttachmentView['id'];
  readonly item?: ItemId;
  readonly target?: string;
}
async function begin(by: SessionData, name: string, bytes: number, place: Place = {}) {
  const { field = 'evidence', replaces = null, item = step, target } = place;
  const told = target ?? writeAttachmentTarget({ audit, item, field, replaces });
  return tus('POST', ATTACHMENT_UPLOADS, by, {
    'upload-length': String(bytes),
    'upload-metadata': `filename ${encoded(name)},target ${encoded(told)}`,
  });
}
const patch = (by: SessionData, location: string, offset: number, body: Buffer) =>
  tus(
    'PATCH',
    location,
    by,
    { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    body,
  );

async function attach(
  by: SessionData,
  name: string,
  file: Buffer,
  place: Place = {},
): Promise<AttachmentView> {
  const begun = await begin(by, name, file.length, place);
  if (begun.status !== 201) throw new Error(await begun.text());
  const done = await patch(by, begun.headers.get('location') ?? '', 0, file);
  const body = (await done.json()) as { data: unknown };
  return attachmentView.parse(body.data);
}

const listed = async (by = claudia) => {
  const { body } = await started.get(`${AUDITS}${audit}/tree/${step}/adjuntos/`, by).expect(200);
  return attachmentCalls.ofItem.data!.parse(body.data).adjuntos;
};
const evidence = async (query = '', by = claudia) => {
  const { body } = await started.get(`${AUDITS}${audit}/adjuntos/${query}`, by).expect(200);
  return attachmentCalls.evidence.data!.parse(body.data);
};
const names = (list: readonly AttachmentView[]) => list.map(({ nombre_archivo }) => nombre_archivo);
const fileOf = (id: string) => `${AUDITS}${audit}/adjuntos/${id}/archivo/`;

/** Sends an intent through the audit's room, as the browser does. */
async function ask(by: SessionData, intent: { readonly kind: string; readonly [field: string]: unknown }) {
  const address = started.server.address.replace('http', 'ws');
  const url = `${address}${ROOM_PATH}/audit/${audit}?ticket=${await started.ticketOf(by)}`;
  const client = await new RawClient({ url }).synced();
  client.intent(randomUUID(), 1, intent, client.version);
  await client.until(() => client.answers.length > 0, 'the answer');
  client.cut();
  return client.answers[0]?.outcome;
}
async function until(met: () => Promise<boolean>): Promise<void> {
  await expect.poll(met).toBe(true);
}

describe('a file of a worksheet', () => {
  it('arrives in pieces, is attached by who sent it, and begins the work', async () => {
    const file = pdf('x'.repeat(100_000));
    const begun = await begin(laura, 'Acta de cierre.pdf', file.length);
    const location = begun.headers.get('location') ?? '';
    expect((await patch(laura, location, 0, file.subarray(0, 65_536))).status).toBe(204);
    const done = await patch(laura, location, 65_536, file.subarray(65_536));
    const view = attachmentView.parse(((await done.json()) as { data: unknown }).data);
    expect(view).toMatchObject({
      modelId: step,
      fieldId: 'evidence',
      nombre_archivo: 'Acta de cierre.pdf',
      peso_archivo: file.length,
      tipo: 'application/pdf',
      sha256: createHash('sha256').update(file).digest('hex'),
      created_by: { id: laura.user.id },
      firmas: { completado: [], revisado: [] },
      revision: 1,
      reemplazado: false,
      eliminado: false,
    });
    expect(await listed()).toEqual([view]);
    await until(async () => (await items()).find(({ id }) => id === step)?.status === 'EN_PROCESO');
    // Repeats the last request, as after a lost answer.
    const again = await patch(laura, location, file.length, Buffer.alloc(0));
    expect(((await again.json()) as { data: unknown }).data).toEqual(view);
    expect(await listed()).toHaveLength(1);
  });

  it('is downloaded whole or in part, and shown in the page where that is safe', async () => {
    const file = pdf('contenido');
    const { id } = await attach(laura, 'Soporte ñ.pdf', file);
    const whole = await started.get(fileOf(id), hernan).buffer(true).expect(200);
    expect(whole.headers['content-disposition']).toBe(
      'attachment; filename="Soporte n.pdf"; filename*=UTF-8\'\'Soporte%20%C3%B1.pdf',
    );
    expect(Buffer.from(whole.body as Uint8Array).equals(file)).toBe(true);
    const part = await started.get(fileOf(id), claudia).set('Range', 'bytes=0-3').buffer(true).expect(206);
    expect(Buffer.from(part.body as Uint8Array).toString()).toBe('%PDF');
    const shown = await started.get(`${fileOf(id)}?ver=1`, claudia).expect(200);
    expect(shown.headers['content-disposition']).toMatch(/^inline/);
    await started.get(fileOf(id), claudia).set('Range', 'bytes=9999-').expect(416);
    await started.get(fileOf(randomUUID()), claudia).expect(404);
  });

  it('has versions, is removed and comes back, and is signed', async () => {
    const first = await attach(laura, 'Acta.pdf', pdf('uno'));
    const second = await attach(laura, 'Acta final.pdf', pdf('dos'), { replaces: first.id });
    expect(second).toMatchObject({ revision: 2, reemplaza: first.id });
    expect((await listed()).map(({ reemplazado }) => reemplazado)).toEqual([true, false]);
    expect(names((await evidence()).adjuntos)).toEqual(['Acta final.pdf']);

    const about = { id: step, attachment: second.id };
    expect(await ask(laura, { kind: 'remove_attachment', ...about })).toEqual({ ok: true });
    await until(async () => names((await evidence()).adjuntos).join() === 'Acta.pdf');
    const restored = `${AUDITS}${audit}/tree/${step}/adjuntos/${second.id}/actions/restaurar/`;
    await started.post(restored, hernan).expect(403);
    await started.post(restored, olga).expect(404);
    await started.post(restored, laura).expect(200);
    await until(async () => names((await evidence()).adjuntos).join() === 'Acta final.pdf');
    const twice = await started.post(restored, laura).expect(409);
    expect(twice.body).toMatchObject({ code: 'attachment_not_removed' });
    expect(await ask(laura, { kind: 'sign_attachment', ...about, mark: 'completed' })).toEqual({ ok: true });
    await until(async () => (await evidence('?firmado=1')).adjuntos.length === 1);
    expect((await listed())[1]?.firmas.completado).toMatchObject([{ id: laura.user.id }]);
    expect(await ask(laura, { kind: 'remove_attachment', ...about })).toMatchObject({
      code: 'attachment_signed',
    });
  });

  it('does not come back once its bytes are not kept any more, and it is said why', async () => {
    const { id, sha256 } = await attach(laura, 'Perdida.pdf', pdf('sólo aquí'));
    const about = { id: step, attachment: id };
    expect(await ask(laura, { kind: 'remove_attachment', ...about })).toEqual({ ok: true });
    const kept = (await readdir(folder, { recursive: true })).filter((path) => basename(path) === sha256);
    expect(kept).toHaveLength(1);
    for (const path of kept) await rm(join(folder, path));
    const restored = `${AUDITS}${audit}/tree/${step}/adjuntos/${id}/actions/restaurar/`;
    const refused = await started.post(restored, laura).expect(410);
    expect(refused.body).toMatchObject({
      code: 'attachment_file_gone',
      error: expect.stringContaining('ya no está guardado'),
    });
    expect(await ask(laura, { kind: 'restore_attachment', ...about })).toMatchObject({
      code: 'attachment_file_gone',
    });
  });

  it.each<[string, (by: SessionData) => Promise<Response>, number, string]>([
    ['to who only reads', () => begin(hernan, 'a.pdf', 100), 403, 'access_not_authorized'],
    ['to another account', () => begin(olga, 'a.pdf', 100), 404, 'audit_not_found'],
    ['of a kind that is refused', (by) => begin(by, 'a.exe', 100), 415, 'file_type_refused'],
    ['that is too large', (by) => begin(by, 'a.pdf', 200_001), 413, 'file_too_large'],
    ['for nothing', (by) => begin(by, 'a.pdf', 100, { target: '{}' }), 400, 'invalid_request'],
    [
      'for an item that is not there',
      (by) => begin(by, 'a.pdf', 9, { item: itemId.parse(randomUUID()) }),
      404,
      'item_not_found',
    ],
    [
      'for a field that its worksheet has not',
      (by) => begin(by, 'a.pdf', 9, { field: 'nothing' }),
      422,
      'no_attachments_here',
    ],
    [
      'as a newer version of nothing',
      (by) => begin(by, 'a.pdf', 9, { replaces: attachmentId.parse(randomUUID()) }),
      404,
      'attachment_not_found',
    ],
  ])('is refused before a byte is taken: %s', async (_, act, status, code) => {
    const answer = await act(laura);
    const { code: told, error } = (await answer.json()) as { code: string; error: string };
    expect([answer.status, told]).toEqual([status, code]);
    expect(error.length).toBeGreaterThan(5);
  });

  it('is refused at the end when its content is not what it says', async () => {
    const file = pdf('uno');
    const other = await begin(laura, 'a.png', file.length);
    const mismatch = await patch(laura, other.headers.get('location') ?? '', 0, file);
    expect(((await mismatch.json()) as { code: string }).code).toBe('file_type_mismatch');
    expect(await listed()).toEqual([]);
  });

  it('does not exist for others while it arrives', async () => {
    const location = (await begin(laura, 'a.pdf', 100)).headers.get('location') ?? '';
    expect((await tus('HEAD', location, claudia, {})).status).toBe(404);
    expect((await tus('HEAD', location, laura, {})).headers.get('upload-offset')).toBe('0');
  });

  it('counts in what the account stores, the same content once', async () => {
    const used = async () => {
      const { body } = await started.get('/account/storage_quota/', claudia).expect(200);
      return Number(body.data.used);
    };
    const file = pdf(randomUUID());
    const before = await used();
    await attach(laura, 'a.pdf', file);
    const after = await used();
    expect(after - before).toBeGreaterThanOrEqual(file.length);
    await attach(laura, 'b.pdf', file);
    expect((await used()) - after).toBeLessThan(file.length);
  });
});

describe('the evidence index', () => {
  it('is filtered by item, field, kind, person and signature, newest first, page by page', async () => {
    await attach(laura, 'uno.pdf', pdf('1'));
    await attach(claudia, 'dos.pdf', pdf('2'), { field: null });
    await attach(laura, 'tres.png', PNG);
    expect(names((await evidence()).adjuntos)).toEqual(['tres.png', 'dos.pdf', 'uno.pdf']);
    expect(names((await evidence('?tipo=imagen')).adjuntos)).toEqual(['tres.png']);
    expect(names((await evidence(`?persona=${claudia.user.id}`)).adjuntos)).toEqual(['dos.pdf']);
    expect(names((await evidence('?campo=evidence')).adjuntos)).toEqual(['tres.png', 'uno.pdf']);
    expect((await evidence('?firmado=1')).adjuntos).toEqual([]);
    const page = await evidence('?limite=2');
    expect([names(page.adjuntos), page.hay_mas]).toEqual([['tres.png', 'dos.pdf'], true]);
    const next = await evidence(`?limite=2&antes=${page.adjuntos[1]?.orden}`);
    expect([names(next.adjuntos), next.hay_mas]).toEqual([['uno.pdf'], false]);
  });

  it('leaves out what lies in the trash, and tells nothing to another account', async () => {
    await attach(laura, 'uno.pdf', pdf('1'));
    expect(await ask(claudia, { kind: 'delete_item', id: step })).toEqual({ ok: true });
    await until(async () => (await evidence()).adjuntos.length === 0);
    await started.get(`${AUDITS}${audit}/adjuntos/`, olga).expect(404);
  });

  it('is told live, as files stand', async () => {
    const first = await attach(laura, 'uno.pdf', pdf('1'));
    const socket = await started.feed(claudia);
    const rows = new Map<string, AttachmentView>();
    socket.on('frame', (frame: unknown) => {
      for (const row of feedFrame.parse(frame).rows.map((one) => attachmentView.parse(one)))
        rows.set(row.id, row);
    });
    await socket.emitWithAck('follow', { topic: ATTACHMENTS_TOPIC, key: audit, cursor: -1 });
    await expect.poll(() => rows.size).toBe(1);
    await attach(laura, 'dos.pdf', pdf('2'), { replaces: first.id });
    await expect.poll(() => [...rows.values()].map(({ reemplazado }) => reemplazado)).toEqual([true, false]);
    socket.disconnect();
  });
});
