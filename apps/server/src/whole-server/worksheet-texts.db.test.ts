import { randomUUID } from 'node:crypto';
import type { SessionData } from '@cotejo/access-contracts';
import { auditRow, changeRow, itemId, type ChangeRow, type ItemId } from '@cotejo/audits-contracts';
import { feedFrame } from '@cotejo/live/protocol';
import { closeCode, ROOM_PATH } from '@cotejo/rooms/protocol';
import { RawClient } from '@cotejo/rooms/testing';
import type { CopiedDatabase } from '@cotejo/testing';
import { lettersOf, typeIn } from '@cotejo/texts/testing';
import {
  pastCalls,
  textCalls,
  textRevisionRow,
  WORKSHEET_ROOM_KIND,
  WORKSHEET_TEXTS_TOPIC,
  worksheetRoomId,
} from '@cotejo/worksheets-contracts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { signInStranger } from './sign-in-stranger.fixture.ts';
import { AUDITS, itemsOf, newSmallAudit } from './small-audit.fixture.ts';
import { demoDatabase } from '../demo-database.fixture.ts';
import { StartedServer } from '../started-server.fixture.ts';

const FIELD = 'evidence';

let database: CopiedDatabase;
let started: StartedServer;
let claudia: SessionData;
let andres: SessionData;
let laura: SessionData;
/** Action-plan owner, without access to the audit's worksheets. */
let marta: SessionData;
/** A guest. */
let hernan: SessionData;
/** A manager of another account. */
let olga: SessionData;
let audit: string;
let step: ItemId;
const clients: RawClient[] = [];

beforeAll(async () => {
  database = await demoDatabase();
  started = await StartedServer.on(database);
  claudia = await started.signIn('claudia.restrepo');
  andres = await started.signIn('andres.murcia');
  laura = await started.signIn('laura.pineda');
  marta = await started.signIn('marta.suarez');
  hernan = await started.signIn('hernan.duque');
  olga = await signInStranger(started);
});
afterAll(async () => {
  await started.stop();
  await database.drop();
});

beforeEach(async () => {
  audit = await newSmallAudit(started, claudia, {
    nombre: 'Con textos',
    lider: andres.user.id,
    equipo: [{ usuario: laura.user.id, rol: 'auditor' }],
  });
  step = itemId.parse((await items()).find(({ item_tipo }) => item_tipo === 'HT_PASO')?.id);
});
afterEach(() => {
  for (const client of clients.splice(0)) client.cut();
});

const items = () => itemsOf(started, claudia, audit);

async function join(kind: string, id: string, by: SessionData): Promise<RawClient> {
  const address = started.server.address.replace('http', 'ws');
  const client = new RawClient({
    url: `${address}${ROOM_PATH}/${kind}/${id}?ticket=${await started.ticketOf(by)}`,
  });
  clients.push(client);
  return client;
}
const enter = async (by: SessionData, item = step): Promise<RawClient> =>
  join(WORKSHEET_ROOM_KIND, worksheetRoomId(audit, item), by);
const modeOf = ({ frames }: RawClient) =>
  frames.findLast((frame) => frame.t === 'hello' || frame.t === 'mode')?.mode;

/** Types and waits until the text is durable; does not cut a revision. */
async function type(client: RawClient, text: string): Promise<string> {
  return client.written(client.write(typeIn(client.document, text, FIELD)));
}
/** Signals a pause in typing, which makes the server cut a revision. */
async function pause(client: RawClient): Promise<void> {
  client.send({ t: 'rest' });
}

/** Work starts with the first revision. */
async function begin(client: RawClient, item = step): Promise<void> {
  await type(client, 'Acta. ');
  await pause(client);
  await revised(1, item);
}

const path = (item = step) => `${AUDITS}${audit}/tree/${item}/textos/${FIELD}/revisiones/`;
async function revisions(item: ItemId) {
  const { body } = await started.get(path(item), claudia).expect(200);
  return textCalls.revisions.data!.parse(body.data).revisiones;
}
async function revised(rev: number, item = step): Promise<void> {
  await expect.poll(async () => (await revisions(item))[0]?.rev).toBe(rev);
}
/** Changes of the step, newest first. */
async function changes(): Promise<ChangeRow[]> {
  const { body } = await started
    .get(`${AUDITS}${audit}/historial/?item=${step}&limite=2`, claudia)
    .expect(200);
  return z.array(changeRow).parse(body.data);
}
/** Plans and texts are projected independently, so the status is polled. */
async function comesTo(status: string, item = step): Promise<void> {
  const statusNow = async () => (await items()).find(({ id }) => id === item)?.status;
  await expect.poll(statusNow).toBe(status);
}
const texts = async (by = claudia) => {
  const { body } = await started.get(`${AUDITS}${audit}/tree/${step}/textos/`, by).expect(200);
  return textCalls.texts.data!.parse(body.data).textos;
};

/** Sends an intent through the audit's room, as the browser does. */
async function ask(by: SessionData, intent: { readonly kind: string; readonly [field: string]: unknown }) {
  const client = await join('audit', audit, by);
  await client.synced();
  const session = randomUUID();
  client.intent(session, 1, intent, client.version);
  await client.until(() => client.answers.length > 0, 'the answer');
  client.cut();
  return client.answers[0]?.outcome;
}

describe('the texts of a worksheet', () => {
  it('are written together, and revised with their authors when they pause', async () => {
    const [one, other] = [await (await enter(claudia)).synced(), await (await enter(laura)).synced()];
    expect([modeOf(one), modeOf(other)]).toEqual(['edit', 'edit']);
    expect(await type(one, 'Se revisó el acta')).toBe('stored');
    await other.until(() => lettersOf(other.document, FIELD) === 'Se revisó el acta', 'the words');
    expect(await type(other, ' de marzo.')).toBe('stored');
    await pause(other);
    await revised(1);
    const [text] = await texts();
    expect(text).toMatchObject({
      campo: FIELD,
      rev: 1,
      texto: 'Se revisó el acta de marzo.',
      caracteres: 27,
    });
    // Authors are in order of their last edit; the change is attributed to the last one.
    expect(text?.autores.map(({ id }) => id)).toEqual([claudia.user.id, laura.user.id]);
    await comesTo('EN_PROCESO');
    expect(await changes()).toMatchObject([
      { type: 'ItemStatusChanged', actor: { id: laura.user.id } },
      {
        type: 'TextRevised',
        actor: { id: laura.user.id },
        detail: { field: FIELD, author: claudia.user.id, authorName: 'Claudia Restrepo', together: true },
      },
    ]);
  });

  it('are only read by a guest, and nothing to the audited or another account', async () => {
    const guest = await (await enter(hernan)).synced();
    expect(modeOf(guest)).toBe('read');
    expect(await type(guest, 'No')).toBe('forbidden');
    expect(await (await enter(olga)).closed()).toBe(closeCode.notFound);
    expect(await (await enter(marta)).closed()).toBe(closeCode.forbidden);
    await started.get(path(), marta).expect(403);
    await started.get(path(), olga).expect(404);
    const phase = itemId.parse((await items())[0]?.id);
    expect(await (await enter(claudia, phase)).closed()).toBe(closeCode.notFound);
    expect(await (await enter(claudia, itemId.parse(randomUUID()))).closed()).toBe(closeCode.notFound);
  });

  it('take nothing into a field that the worksheet does not have', async () => {
    const client = await (await enter(claudia)).synced();
    const update = typeIn(client.document, 'x', 'secret');
    expect(await client.written(client.write(update))).toBe('foreign_root');
  });

  it('tell what a revision changed, and come back from it as a change of their own', async () => {
    const client = await (await enter(claudia)).synced();
    await type(client, 'Uno dos');
    await pause(client);
    await revised(1);
    await type(client, ' tres');
    await pause(client);
    await revised(2);
    const { body } = await started.get(`${path()}2/`, claudia).expect(200);
    expect(textCalls.revision.data!.parse(body.data)).toMatchObject({
      texto: 'Uno dos tres',
      anterior: 1,
      diferencias: [
        [
          { signo: 'igual', texto: 'Uno dos' },
          { signo: 'mas', texto: ' tres' },
        ],
      ],
    });
    await started.get(`${path()}9/`, claudia).expect(404);
    await started.post(`${path()}1/actions/restaurar/`, marta).expect(403);
    await started.post(`${path()}1/actions/restaurar/`, laura).expect(200);
    await client.until(() => lettersOf(client.document, FIELD) === 'Uno dos', 'the text of before');
    await revised(3);
    expect((await texts())[0]).toMatchObject({ texto: 'Uno dos', autores: [{ id: laura.user.id }] });
  });

  it('are read as they were at a version, by whoever may read the plan as it was', async () => {
    const client = await (await enter(laura)).synced();
    for (const [at, words] of ['Uno', ' dos'].entries()) {
      await type(client, words);
      await pause(client);
      await revised(at + 1);
    }
    const [second, first] = await revisions(step);
    const at = (version: number) => `${AUDITS}${audit}/tree/${step}/contenido/?version=${version}`;
    const said = async (version: number) => {
      const { body } = await started.get(at(version), hernan).expect(200);
      return pastCalls.contents.data!.parse(body.data).textos.map(({ texto }) => texto);
    };
    expect(await said(first!.version - 1)).toEqual([]);
    expect(await said(first!.version)).toEqual(['Uno']);
    expect(await said(second!.version)).toEqual(['Uno dos']);
    await started.get(at(first!.version), marta).expect(403);
    await started.get(at(first!.version), olga).expect(404);
    const yetToCome = await started.get(at(9_000), hernan).expect(404);
    expect(yetToCome.body).toMatchObject({ code: 'version_not_reached' });
    await started.get(at(0).replace('=0', '='), hernan).expect(400);
    await started.get(at(0).replace(step, randomUUID()), hernan).expect(404);
    // This audit was not created by an import.
    await started.post(`${path()}0/actions/restaurar/`, laura).expect(404);
  });

  it('come to rest under a signature, with what was written a moment ago', async () => {
    const client = await (await enter(laura)).synced();
    await begin(client);
    await type(client, 'Conforme');
    const outcome = await ask(laura, {
      kind: 'sign_item',
      id: step,
      mark: 'completed',
      textsAt: client.version + 1,
    });
    expect(outcome).toEqual({ ok: true });
    await revised(2);
    await comesTo('COMPLETADO');
    // Edits are accepted again; the next one voids the signature.
    expect(await type(client, '; falta el anexo')).toBe('stored');
    await pause(client);
    await revised(3);
    await comesTo('EN_PROCESO');
  });

  it('begin the work that is signed with them, before anybody revised them', async () => {
    const client = await (await enter(laura)).synced();
    const sign = { kind: 'sign_item', id: step, mark: 'completed' };
    const untouched = await ask(laura, { ...sign, textsAt: client.version + 1 });
    expect(untouched).toMatchObject({ ok: false, code: 'status_not_allowed' });
    await type(client, 'Conforme');
    expect(await ask(laura, { ...sign, textsAt: client.version + 1 })).toEqual({ ok: true });
    await revised(1);
    await comesTo('COMPLETADO');
  });

  it('are not signed by who has not seen what another wrote, nor with words that a client makes up', async () => {
    const client = await (await enter(laura)).synced();
    await begin(client);
    await type(client, 'Conforme');
    const forged = [{ field: FIELD, text: null, characters: 0, authors: [], covers: [0, 9] }];
    const sign = { kind: 'sign_item', id: step, mark: 'completed' };
    const made = await ask(claudia, { ...sign, textsAt: 0, texts: forged });
    expect(made).toEqual({ ok: false, code: 'invalid_intent' });
    // A client cannot have seen more rows than the room holds.
    for (const textsAt of [0, client.version + 2, Number.MAX_SAFE_INTEGER]) {
      const refused = await ask(claudia, { ...sign, textsAt });
      expect(refused).toMatchObject({ ok: false, code: 'changed_since' });
    }
    expect(await type(client, ' con salvedades')).toBe('stored');
    expect(await ask(claudia, { ...sign, textsAt: client.version + 1 })).toEqual({ ok: true });
    // One revision with all of it, or an earlier one from when the refused signature released the text.
    await expect.poll(async () => (await texts())[0]?.texto).toBe('Acta. Conforme con salvedades');
  });

  it('of several worksheets come to rest together when they are signed as one', async () => {
    const others = (await items()).filter(({ item_tipo }) => item_tipo === 'HT_PASO').slice(0, 3);
    const rooms: RawClient[] = [];
    for (const { id } of others) {
      const room = await (await enter(laura, itemId.parse(id))).synced();
      await begin(room, itemId.parse(id));
      await type(room, 'Conforme');
      rooms.push(room);
    }
    const parts = others.map(({ id }, at) => {
      const textsAt = (rooms[at]?.version ?? 0) + 1;
      return { schema: 1, intent: { kind: 'sign_item', id, mark: 'completed', textsAt } };
    });
    expect(await ask(laura, { kind: 'batch', parts })).toEqual({ ok: true });
    for (const { id } of others) {
      await revised(2, itemId.parse(id));
      await comesTo('COMPLETADO', itemId.parse(id));
    }
    // All texts accept edits again.
    for (const room of rooms) expect(await type(room, '.')).toBe('stored');
  });

  it('do not keep a signature waiting that comes while they are revised', async () => {
    const client = await (await enter(laura)).synced();
    for (let round = 0; round < 5; round++) {
      await type(client, `v${round} `);
      await pause(client);
      const signed = { kind: 'change_status', id: step, from: 'in_progress', to: 'completed' };
      // If revision and signature waited for each other, the text would stay locked beyond the signature's
      // timeout.
      const sign = { kind: 'sign_item', id: step, mark: 'completed', textsAt: client.version + 1 };
      expect(await ask(laura, sign)).toEqual({ ok: true });
      await ask(laura, { ...signed, from: 'completed', to: 'in_progress' });
    }
    await expect.poll(async () => (await texts())[0]?.texto).toBe('v0 v1 v2 v3 v4');
  });

  it('of a risk evaluation are read by its own path, which no audit has', async () => {
    const EVALUATIONS = '/proyecto/riesgo/evaluacion/';
    const rows = z.array(auditRow).parse((await started.get(EVALUATIONS, claudia).expect(200)).body.data);
    const evaluation = rows[0]?.id;
    const tree = await started.get(`${EVALUATIONS}${evaluation}/tree/`, claudia).expect(200);
    const unit = z.array(z.object({ id: itemId })).parse(tree.body.data)[0]?.id;
    const { body } = await started
      .get(`${EVALUATIONS}${evaluation}/tree/${unit}/textos/`, claudia)
      .expect(200);
    expect(textCalls.texts.data!.parse(body.data)).toEqual({ textos: expect.any(Array) });
    await started.get(`${EVALUATIONS}${audit}/tree/${step}/textos/`, claudia).expect(404);
  });

  it('are read by who may no longer write, as soon as the item is deleted', async () => {
    const client = await (await enter(claudia)).synced();
    await type(client, 'Antes');
    expect(await ask(claudia, { kind: 'delete_item', id: step })).toEqual({ ok: true });
    await client.until(() => modeOf(client) === 'read', 'reading alone');
    expect(await type(client, ' después')).toBe('item_deleted');
    // The last edit was revised before the deletion and is restored with the item.
    expect(await ask(claudia, { kind: 'restore_item', id: step })).toEqual({ ok: true });
    await revised(1);
    await comesTo('EN_PROCESO');
    expect((await texts())[0]?.texto).toBe('Antes');
    await client.until(() => modeOf(client) === 'edit', 'writing again');
    expect(await type(await (await enter(laura)).synced(), ' y después')).toBe('stored');
  });

  it('are not deleted by who has not seen what another wrote', async () => {
    const client = await join('audit', audit, claudia);
    await client.synced();
    const seen = client.version;
    await begin(await (await enter(laura)).synced());
    client.intent(randomUUID(), 1, { kind: 'delete_item', id: step }, seen);
    await client.until(() => client.answers.length > 0, 'the answer');
    expect(client.answers[0]?.outcome).toMatchObject({ ok: false, code: 'stale_delete' });
    expect(await ask(claudia, { kind: 'delete_item', id: step })).toEqual({ ok: true });
  });

  it('are not deleted while nobody but their author has read them; they are told of at once', async () => {
    const phase = itemId.parse((await items())[0]?.id);
    await type(await (await enter(laura)).synced(), 'Recién escrito');
    expect(await ask(claudia, { kind: 'delete_item', id: phase })).toMatchObject({ code: 'stale_delete' });
    await revised(1);
    expect(await ask(claudia, { kind: 'delete_item', id: phase })).toEqual({ ok: true });
  });

  it('end with the session', async () => {
    const session = await started.signIn('laura.pineda');
    const client = await (await enter(session)).synced();
    await started.post('/logout/', session).expect(200);
    expect(await client.closed()).toBe(closeCode.ticketRefused);
  });

  it('are told of to whoever follows the audit', async () => {
    const client = await (await enter(laura)).synced();
    await type(client, 'Uno');
    await pause(client);
    await revised(1);
    const socket = await started.feed(claudia);
    const rows: unknown[] = [];
    socket.on('frame', (frame: unknown) => rows.push(...feedFrame.parse(frame).rows));
    await socket.emitWithAck('follow', { topic: WORKSHEET_TEXTS_TOPIC, key: audit, cursor: -1 });
    await expect.poll(() => rows.length).toBe(1);
    expect(textRevisionRow.parse(rows[0])).toMatchObject({
      modelo_id: step,
      campo: FIELD,
      rev: 1,
      caracteres: 3,
    });
    socket.disconnect();
  });
});
