import { accessCalls, type SessionData } from '@cotejo/access-contracts';
import type { ItemId } from '@cotejo/audits-contracts';
import { feedFrame, type FeedFrame } from '@cotejo/live/protocol';
import type { CopiedDatabase } from '@cotejo/testing';
import {
  mentionList,
  mentionOf,
  MENTIONS_TOPIC,
  noteView,
  REVIEW_NOTES_TOPIC,
  type MentionList,
  type NoteView,
} from '@cotejo/worksheets-contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AskedCalls } from './asked-calls.fixture.ts';
import { signInStranger } from './sign-in-stranger.fixture.ts';
import { AUDITS, itemsOf, newSmallAudit } from './small-audit.fixture.ts';
import { demoDatabase } from '../demo-database.fixture.ts';
import { StartedServer } from '../started-server.fixture.ts';

const MENTIONS = '/proyecto/riesgo/menciones/';
const NOWHERE: MentionList = { menciones: [], sin_leer: 0 };

let database: CopiedDatabase;
let started: StartedServer;
let claudia: SessionData;
let andres: SessionData;
let laura: SessionData;
let hernan: SessionData;
let marta: SessionData;
/** A manager of another account. */
let olga: SessionData;
/** A small audit created by Claudia and led by Andrés; the path of its notes; a step of its plan. */
let audit: string;
let notes: string;
let step: ItemId;

beforeAll(async () => {
  database = await demoDatabase();
  started = await StartedServer.on(database);
  claudia = await started.signIn('claudia.restrepo');
  andres = await started.signIn('andres.murcia');
  laura = await started.signIn('laura.pineda');
  hernan = await started.signIn('hernan.duque');
  marta = await started.signIn('marta.suarez');
  olga = await signInStranger(started);
});
afterAll(async () => {
  await started.stop();
  await database.drop();
});

beforeEach(async () => {
  audit = await newSmallAudit(started, claudia, { nombre: 'Con notas', lider: andres.user.id });
  notes = `${AUDITS}${audit}/notas/`;
  step = (await steps())[0]?.id as ItemId;
});

async function steps() {
  const items = await itemsOf(started, claudia, audit);
  return items.filter(({ item_tipo }) => item_tipo === 'HT_PASO');
}

const written = noteView.extend({ projected: z.literal(true) });
async function add(by: SessionData, body: object = {}): Promise<NoteView> {
  const answer = await started
    .post(notes, by)
    .send({ modelo_id: step, descripcion: 'Falta el acta', ...body })
    .expect(201);
  return written.parse(answer.body.data);
}
const act = (by: SessionData, note: NoteView, what: string, body: object = {}) =>
  started.post(`${notes}${note.id}/actions/${what}/`, by).send(body);
async function list(by: SessionData, query = ''): Promise<NoteView[]> {
  const { body } = await started.get(`${notes}${query}`, by).expect(200);
  return z.array(noteView).parse(body.data);
}

describe('review notes through the interface', () => {
  it('are written, commented, answered, closed and reopened, each answer with the whole note', async () => {
    const note = await add(claudia, { campo: 'evidencia' });
    expect(note).toMatchObject({
      status: 'ABIERTA',
      descripcion: 'Falta el acta',
      created_by: { id: claudia.user.id, name: 'Claudia Restrepo', sigla: 'CR' },
      modelo_id: step,
      campo: 'evidencia',
      comentarios: [],
    });
    expect(note.created_at).toMatch(/^\d{4}-\d\d-\d\d$/);

    await act(andres, note, 'comentar', { descripcion: '¿La de marzo?' }).expect(200);
    const { body: answered } = await act(andres, note, 'responder', { descripcion: 'Adjunta' }).expect(200);
    expect(answered.data).toMatchObject({
      status: 'RESPONDIDA',
      firmas: { completado: [{ id: andres.user.id }] },
    });
    const { body: closed } = await act(claudia, note, 'cerrar').expect(200);
    expect(closed.data).toMatchObject({ status: 'CERRADA', firmas: { revisado: [{ id: claudia.user.id }] } });
    const { body: reopened } = await act(claudia, note, 'reabrir', { descripcion: 'Es de otro mes' }).expect(
      200,
    );
    expect(reopened.data.status).toBe('ABIERTA');
    const { body: one } = await started.get(`${notes}${note.id}/`, hernan).expect(200);
    expect(noteView.parse(one.data).comentarios.map(({ tipo, descripcion }) => [tipo, descripcion])).toEqual([
      ['COMENTARIO', '¿La de marzo?'],
      ['RESPUESTA', 'Adjunta'],
      ['CIERRE', null],
      ['REAPERTURA', 'Es de otro mes'],
    ]);
  });

  it('are listed by item, status and author', async () => {
    const other = (await steps())[1]?.id;
    const first = await add(claudia);
    const second = await add(andres, { modelo_id: other, descripcion: 'Otra' });
    await act(andres, second, 'responder').expect(200);
    const ids = async (query: string) => (await list(laura, query)).map(({ id }) => id);
    expect(await ids('')).toEqual([first.id, second.id]);
    expect(await ids(`?item=${other}`)).toEqual([second.id]);
    expect(await ids('?estado=ABIERTA')).toEqual([first.id]);
    expect(await ids(`?autor=${andres.user.id}`)).toEqual([second.id]);
    await started.get(`${notes}?estado=NADA`, laura).expect(400);
  });

  it('written twice under one key are one', async () => {
    const call = () =>
      started
        .post(notes, claudia)
        .set('Idempotency-Key', `note-${audit}`)
        .send({ modelo_id: step, descripcion: 'Una vez' });
    const [one, two] = [await call().expect(201), await call().expect(201)];
    expect(two.body.data.id).toBe(one.body.data.id);
    expect(await list(claudia)).toHaveLength(1);
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'an empty text',
      async () => started.post(notes, claudia).send({ modelo_id: step, descripcion: ' ' }).expect(400),
    ],
    ['no item', async () => started.post(notes, claudia).send({ descripcion: 'x' }).expect(400)],
    [
      'an item that is not there',
      async () =>
        started.post(notes, claudia).send({ modelo_id: crypto.randomUUID(), descripcion: 'x' }).expect(404),
    ],
    [
      'a note that is not there',
      async () => started.get(`${notes}${crypto.randomUUID()}/`, claudia).expect(404),
    ],
  ])('refuse %s', async (_, call) => {
    await call();
  });

  it('tell why in words', async () => {
    const note = await add(claudia);
    const { body } = await act(claudia, note, 'cerrar').expect(409);
    expect(body).toMatchObject({
      code: 'note_not_answered',
      error: 'La nota aún no tiene respuesta: no se puede cerrar.',
    });
  });
});

describe('who may', () => {
  it('a guest reads, and writes nothing', async () => {
    const note = await add(claudia);
    expect(await list(hernan)).toHaveLength(1);
    await started.post(notes, hernan).send({ modelo_id: step, descripcion: 'x' }).expect(403);
    for (const what of ['comentar', 'responder', 'cerrar', 'reabrir'])
      await act(hernan, note, what, { descripcion: 'x' }).expect(403);
  });

  it('the audited see none of it', async () => {
    const note = await add(claudia);
    await started.get(notes, marta).expect(403);
    await started.get(`${notes}${note.id}/`, marta).expect(403);
    await act(marta, note, 'cerrar').expect(403);
  });

  it('to another account there is neither audit nor note', async () => {
    const note = await add(claudia);
    await started.get(notes, olga).expect(404);
    await started.get(`${notes}${note.id}/`, olga).expect(404);
    await started.post(notes, olga).send({ modelo_id: step, descripcion: 'x' }).expect(404);
    for (const what of ['comentar', 'responder', 'cerrar', 'reabrir'])
      await act(olga, note, what, { descripcion: 'x' }).expect(404);
    expect(await list(claudia)).toMatchObject([{ status: 'ABIERTA', comentarios: [] }]);
  });

  it('who is not of the team reads, and is refused by the rules', async () => {
    const note = await add(claudia);
    const { body } = await act(laura, note, 'comentar', { descripcion: 'x' }).expect(403);
    expect(body.code).toBe('forbidden');
  });
});

describe('for whoever follows them', () => {
  interface Followed {
    readonly answer: unknown;
    readonly frames: FeedFrame[];
    stop(): void;
  }
  async function follow(by: SessionData, key: string = audit): Promise<Followed> {
    const socket = await started.feed(by);
    const frames: FeedFrame[] = [];
    socket.on('frame', (frame: unknown) => frames.push(feedFrame.parse(frame)));
    const answer: unknown = await socket.emitWithAck('follow', {
      topic: REVIEW_NOTES_TOPIC,
      key,
      cursor: -1,
    });
    return { answer, frames, stop: () => void socket.close() };
  }
  const until = async (done: () => boolean) => {
    await expect.poll(done).toBe(true);
  };

  it('come as they are and as they change, gapless by version', async () => {
    const note = await add(claudia);
    const { frames, stop } = await follow(hernan);
    const last = () => frames.flatMap(({ rows }) => rows.map((row) => noteView.parse(row))).at(-1);
    await until(() => last()?.status === 'ABIERTA');
    await act(andres, note, 'responder').expect(200);
    await until(() => last()?.status === 'RESPONDIDA');
    for (const [at, frame] of frames.entries()) expect(frame.from).toBe(at === 0 ? -1 : frames[at - 1]?.to);
    stop();
  });

  it('are refused to the audited, and where there is no such audit', async () => {
    for (const [by, key] of [
      [marta, audit],
      [olga, audit],
      [claudia, crypto.randomUUID()],
      [claudia, 'nonsense'],
    ] as const) {
      const { answer, stop } = await follow(by, key);
      expect(answer).toEqual({ ok: false, code: 'access_not_authorized' });
      stop();
    }
  });
});

describe('writing a note', () => {
  const body = () => ({ modelo_id: step, descripcion: 'Falta el acta' });
  const { roles, product } = accessCalls;

  it('is for whoever the team lends it to, by calls as in the room', async () => {
    const ask = new AskedCalls(started);
    const admin = await started.signIn('beatriz.cano');
    const say = (id: string, note: 0 | 1) =>
      ask.answer(admin, roles.setPermissions, {
        params: { id },
        body: { permissions: { 'plan.*': 1, 'audits.*': 1, 'plan.note__add': note } },
      });
    audit = await newSmallAudit(started, claudia, {
      nombre: 'La lidera una auxiliar',
      lider: laura.user.id,
    });
    notes = `${AUDITS}${audit}/notas/`;
    step = (await steps())[0]?.id as ItemId;
    const status = async (): Promise<number> => (await started.post(notes, laura).send(body())).status;
    // Juniors lose the right by their account role; the audit's leader keeps it, and Laura leads this audit.
    await say('JR', 0);
    expect(await status()).toBe(201);
    for (const role of ['PM', 'SR']) await say(role, 0);
    expect(await status()).toBe(403);
    for (const role of ['JR', 'PM', 'SR']) await say(role, 1);
    expect(await status()).toBe(201);
  });

  it('is refused where the account has no room for its words, of which nothing is kept', async () => {
    const ask = new AskedCalls(started);
    const productAdmin = await started.signIn('beatriz.cano');
    const params = { id: claudia.user.account_id };
    const quota = (bytes: number | null) =>
      ask.answer(productAdmin, product.changeAccount, { params, body: { quota: bytes } });
    const stored = async (): Promise<number> =>
      (await ask.answer(claudia, accessCalls.account.storageQuota)).used;
    const before = await stored();
    await quota(before);
    const refused = await started.post(notes, claudia).send(body()).expect(413);
    expect(refused.body).toMatchObject({ code: 'storage_exceeded' });
    expect(refused.body.error).toMatch(/espacio/);
    const logo = await started
      .api()
      .put('/api/account/logo/')
      .set('Authorization', `Token ${productAdmin.token}`)
      .set('Content-Type', 'image/png')
      .send(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]));
    expect([logo.status, logo.body.code]).toEqual([413, 'storage_exceeded']);
    expect([await stored(), await list(claudia)]).toEqual([before, []]);
    expect(await ask.refusal(claudia, accessCalls.account.logo)).toBe('404 not_found');
    await quota(null);
    expect((await add(claudia)).descripcion).toBe('Falta el acta');
  });
});

describe('somebody who is named', () => {
  const mine = async (by: SessionData) =>
    mentionList.parse((await started.get(MENTIONS, by).expect(200)).body.data);
  const read = async (by: SessionData, body: object) =>
    mentionList.parse((await started.post(`${MENTIONS}actions/leer/`, by).send(body).expect(200)).body.data);

  it('is told wherever they are, as long as they may open the audit, and nobody else is', async () => {
    const socket = await started.feed(laura);
    const lists: MentionList[] = [];
    socket.on('frame', (frame: unknown) =>
      lists.push(...feedFrame.parse(frame).rows.map((row) => mentionList.parse(row))),
    );
    const known = (await mine(laura)).sin_leer;
    const follow = { topic: MENTIONS_TOPIC, key: laura.user.id, cursor: -1 };
    expect(await socket.emitWithAck('follow', follow)).toMatchObject({ ok: true });
    const people = [laura, marta, olga].map(({ user }) => mentionOf(user.id));
    const note = await add(claudia, { descripcion: `Vea ${people.join(' y ')}`, campo: 'evidencia' });
    await expect.poll(() => lists.at(-1)?.sin_leer).toBe(known + 1);
    const told = lists.at(-1)?.menciones[0];
    expect(told).toMatchObject({
      id: note.id,
      auditoria: { id: audit, nombre: 'Con notas' },
      item: { id: step },
      campo: 'evidencia',
      created_by: { id: claudia.user.id },
      leida: false,
    });
    // Users unknown to the account have no name.
    expect(told?.extracto).toMatch(/^Vea @Laura Pineda y @Marta Suárez y @$/);
    expect(await list(hernan, `?menciona=${laura.user.id}&campo=evidencia`)).toHaveLength(1);
    expect(await list(hernan, `?menciona=${andres.user.id}`)).toEqual([]);
    expect(await list(hernan, '?campo=objective')).toEqual([]);

    const menciones = [{ auditoria: audit, id: note.id }];
    for (const other of [marta, olga])
      expect([await mine(other), await read(other, { menciones })]).toEqual([NOWHERE, NOWHERE]);
    expect((await mine(laura)).sin_leer).toBe(known + 1);
    expect((await read(laura, { menciones })).sin_leer).toBe(known);
    await expect.poll(() => lists.at(-1)?.sin_leer).toBe(known);
    socket.close();

    const ask = new AskedCalls(started);
    const admin = await started.signIn('beatriz.cano');
    const open = (plan: 0 | 1) =>
      ask.answer(admin, accessCalls.roles.setPermissions, {
        params: { id: 'JR' },
        body: { permissions: { 'audits.*': 1, 'plan.*': 1, 'plan.access': plan } },
      });
    await open(0);
    expect(await mine(laura)).toEqual(NOWHERE);
    await open(1);
    expect((await mine(laura)).menciones[0]?.id).toBe(note.id);
  });
});
