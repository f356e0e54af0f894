import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SessionData } from '@cotejo/access-contracts';
import { createAuditModel } from '@cotejo/audits-domain';
import { topicOf } from '@cotejo/record/calls';
import { closeCode, ROOM_PATH, type IntentFrame, type Outcome } from '@cotejo/rooms/protocol';
import { RawClient } from '@cotejo/rooms/testing';
import type { CopiedDatabase } from '@cotejo/testing';
import { worksheetSlices } from '@cotejo/worksheets-domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoDatabase } from '../demo-database.fixture.ts';
import { closedWith, StartedServer } from '../started-server.fixture.ts';
import { productQuestions, publicQuestions } from './access-questions.fixture.ts';
import { EVERYBODY, fillAccount, type FilledAccount, type Kind, type Who } from './filled-account.fixture.ts';
import { askPlainly, type PlainAnswer, type PlainCall } from './plain-call.fixture.ts';
import { intentQuestions, NEW } from './intent-questions.fixture.ts';
import {
  allQuestions,
  callOf,
  routeName,
  ownCall,
  unasked,
  variantsOf,
  type Variant,
} from './questions.fixture.ts';
import { records } from './record-samples.fixture.ts';
import { beginUpload, meddleWith, nowhere, uploadTargets } from './upload-questions.fixture.ts';
import { eventsNaming, whatIsKept, type Kept } from './what-is-kept.fixture.ts';

const LOGOUT = 'POST /logout';
/** Concurrent calls. */
const ABREAST = 4;
/** Milliseconds between attempts of a call that is refused because others of the same user still run. */
const PAUSE_MS = 100;

let database: CopiedDatabase;
let started: StartedServer;
let theirs: FilledAccount;
let ours: FilledAccount;
/** All ids of the other account, collected from its own answers. */
let ids: ReadonlySet<string>;
let before: Kept;

beforeAll(async () => {
  database = await demoDatabase();
  started = await StartedServer.on(database);
  const productAdmin = await started.signIn('beatriz.cano');
  theirs = await fillAccount(started, productAdmin, 'zafiro');
  ours = await fillAccount(started, productAdmin, 'granate');
  ids = await idsOf(theirs, await idsOf(ours, new Set()));
  before = await whatIsKept(database.ownerUrl, theirs.id);
});
afterAll(async () => {
  await started.stop();
  await database.drop();
});

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** All ids in the answers to an account's users, except shared ones. */
async function idsOf(account: FilledAccount, shared: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const found = new Set(Object.values(account.named).filter((name) => name.match(UUID)));
  for (const who of EVERYBODY) {
    const session = account.sessions[who];
    found.add(session.user.id);
    for (const route of started.server.waysIn.callRoutes.filter(({ method }) => method === 'GET')) {
      for (const question of allQuestions[routeName(route)] ?? []) {
        const { text } = await askPlainly(started, session, ownCall(route, question, account));
        const [, words = ''] = text.split(/\n(?=[{[])/);
        for (const id of words.match(UUID) ?? []) found.add(id);
      }
    }
  }
  for (const id of shared) found.delete(id);
  return found;
}

/** Foreign ids and markers in an answer. */
function leaks(text: string): string[] {
  const told = text.split(/\n(?!x-request-id)/).join('\n');
  const found: string[] = (told.match(UUID) ?? []).filter((id) => ids.has(id));
  if (told.toLowerCase().includes(theirs.word)) found.push(theirs.word);
  return found;
}

interface Asked extends Variant<PlainCall> {
  readonly route: string;
}

/** All inputs of the matching calls. */
function askedAt(isMeant: (route: string) => boolean): Asked[] {
  return started.server.waysIn.callRoutes.flatMap((route) => {
    const name = routeName(route);
    if (!isMeant(name)) return [];
    return (allQuestions[name] ?? []).flatMap((question) =>
      variantsOf(question, ours, theirs).map((variant) => ({
        ...variant,
        route: name,
        asked: callOf(route, variant.asked),
        ofNobody: callOf(route, variant.ofNobody),
      })),
    );
  });
}

/** Codes of refusals that reveal nothing about the object's existence. */
const NOT_THERE =
  /^([a-z_]*not_found|access_not_authorized|forbidden|(assignee_)?not_in_team|parent_deleted|addon_missing)$/;

/** Asks until the limit of concurrent exports lets the call in: that refusal says nothing about objects. */
async function askInTurn(session: Pick<SessionData, 'token'>, asked: PlainCall): Promise<PlainAnswer> {
  let answer = await askPlainly(started, session, asked);
  while (answer.code === 'too_many_requests') {
    await sleep(PAUSE_MS);
    answer = await askPlainly(started, session, asked);
  }
  return answer;
}

/** Sends all inputs, several at a time; returns a description of each wrong answer. */
async function faultsOf(who: Who, asked: readonly Asked[]): Promise<string[]> {
  const faults: string[] = [];
  const left = [...asked];
  const session = ours.sessions[who];
  const judge = async (one: Asked): Promise<void> => {
    const answer = await askInTurn(session, one.asked);
    const { status, code, text } = answer;
    const wrong = leaks(text);
    if (status >= 500) wrong.push('a fault');
    if (one.route.includes('/abadmin/') && status !== 403) wrong.push('let in');
    if (one.names.length > 0) {
      if (!one.mayPass && !(status >= 400 && NOT_THERE.test(code ?? ''))) wrong.push('not refused');
      const nothing = await askInTurn(session, one.ofNobody);
      if (nothing.status !== status || nothing.code !== code) wrong.push(`unlike ${told(nothing)}`);
    }
    if (wrong.length > 0) faults.push(`${one.route} [${one.names.join()}] ${told(answer)}: ${wrong.join()}`);
  };
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift()) await judge(next);
  };
  await Promise.all(Array.from({ length: ABREAST }, work));
  return faults;
}

const told = ({ status, code }: Pick<PlainAnswer, 'status' | 'code'>): string =>
  `${status} ${code ?? ''}`.trim();

/** Asserts that the other account is unchanged and that no event of the own one refers to it. */
async function standsAsItWas(): Promise<void> {
  expect(await whatIsKept(database.ownerUrl, theirs.id)).toEqual(before);
  expect(await eventsNaming(database.ownerUrl, ours.id, [...ids, theirs.word])).toEqual([]);
}

describe('one account’s routes', () => {
  it('are all known here, with every name that they take', () => {
    const { callRoutes } = started.server.waysIn;
    expect(callRoutes.flatMap(unasked)).toEqual([]);
    const names = new Set(callRoutes.map(routeName));
    expect(Object.keys(allQuestions).filter((name) => !names.has(name))).toEqual([]);
  });

  it('reach beyond it for the product’s administrators alone', () => {
    const beyond = started.server.waysIn.callRoutes.filter(({ call }) => call.reach === 'product');
    expect(beyond.filter(({ call }) => call.policy.kind !== 'requires')).toEqual([]);
    expect(beyond.map(routeName).toSorted()).toEqual(
      Object.keys(productQuestions)
        .filter((name) => name.includes('/abadmin/'))
        .toSorted(),
    );
  });

  it.each(EVERYBODY)('tell a %s of another account nothing, whatever they name', async (who) => {
    const asked = askedAt((route) => route !== LOGOUT && !(route in publicQuestions));
    expect(asked.length).toBeGreaterThan(200);
    expect(await faultsOf(who, asked)).toEqual([]);
    await standsAsItWas();
  });
});

describe('uploads of one account', () => {
  it.each(EVERYBODY)('come to nothing of another, whatever place a %s names', async (who) => {
    const session = ours.sessions[who];
    const faults: string[] = [];
    for (const target of uploadTargets) {
      for (const { asked, ofNobody, names, mayPass } of variantsOf(target, ours, theirs)) {
        const answer = await beginUpload(started, session, asked);
        const nothing = await beginUpload(started, session, ofNobody);
        const wrong = leaks(answer.text);
        if (names.length > 0 && !mayPass && answer.status < 400) wrong.push('let in');
        if (told(answer) !== told(nothing)) wrong.push(`unlike ${told(nothing)}`);
        if (wrong.length > 0) faults.push(`[${names.join()}] ${told(answer)}: ${wrong.join()}`);
      }
    }
    expect(faults).toEqual([]);
    await standsAsItWas();
  });

  it.each(EVERYBODY)('and what another began is not there for a %s', async (who) => {
    const { audit, step } = theirs.named;
    const target = { audit, item: step, field: null, replaces: null };
    const { location } = await beginUpload(started, theirs.sessions.manager, target);
    if (location === null) throw new Error('they may not upload');
    const told = await meddleWith(started, ours.sessions[who], location);
    const nothing = await meddleWith(started, ours.sessions[who], nowhere());
    expect(told.map(({ status, code }) => [status, code])).toEqual(
      nothing.map(({ status, code }) => [status, code]),
    );
    expect(told.every(({ status }) => status === 404 || status === 403)).toBe(true);
    expect(told.flatMap(({ text }) => leaks(text))).toEqual([]);
    const [still] = await meddleWith(started, theirs.sessions.manager, location);
    expect(still?.status).toBe(200);
    // Changes by the other account itself are part of the new baseline.
    before = await whatIsKept(database.ownerUrl, theirs.id);
  });
});

/** Key kinds of each topic. */
const TOPIC_KEYS: Readonly<Record<string, readonly Kind[]>> = {
  'access-changes': ['account'],
  'audit-list': ['account'],
  'evaluation-list': ['account'],
  'audit-presence': ['account'],
  'audit-summary': ['audit', 'evaluation'],
  'audit-team': ['audit', 'evaluation'],
  'audit-time': ['audit'],
  'change-log': ['audit', 'evaluation'],
  'own-action-plans': ['member', 'person'],
  'review-notes': ['audit', 'evaluation'],
  mentions: ['member', 'person'],
  'worksheet-texts': ['audit', 'evaluation'],
  attachments: ['audit', 'evaluation'],
  ...Object.fromEntries(records.map((record) => [topicOf(record), ['account'] as const])),
};
/** Id kinds of each kind of room. */
const ROOM_IDS: Readonly<Record<string, readonly Kind[]>> = {
  audit: ['audit', 'evaluation'],
  worksheet: ['worksheet'],
};

describe('feeds and rooms of one account', () => {
  it.each(EVERYBODY)('are closed to a %s of another', async (who) => {
    const { topics, hosts } = started.server.waysIn;
    const session = ours.sessions[who];
    const socket = await started.feed(session);
    const frames: unknown[] = [];
    socket.on('frame', (frame: unknown) => frames.push(frame));
    for (const { name } of topics) {
      for (const kind of TOPIC_KEYS[name] ?? expect.fail(`topic ${name} is not asked`)) {
        for (const key of [theirs.named[kind] ?? '', randomUUID()]) {
          const answer: unknown = await socket.emitWithAck('follow', { topic: name, key, cursor: -1 });
          expect([name, answer]).toEqual([name, { ok: false, code: 'access_not_authorized' }]);
        }
      }
    }
    for (const { kind } of hosts) {
      for (const name of ROOM_IDS[kind] ?? expect.fail(`room ${kind} is not asked`)) {
        const outcomes = [];
        for (const id of [theirs.named[name] ?? '', randomUUID()]) {
          const ticket = await started.ticketOf(session);
          outcomes.push(await closedWith(started.room(id, ticket, {}, kind)));
        }
        expect(outcomes[0]).toBe(outcomes[1]);
        expect([closeCode.notFound, closeCode.forbidden]).toContain(outcomes[0]);
      }
    }
    socket.close();
    expect(frames).toEqual([]);
    await standsAsItWas();
  });

  it('take nothing from another account into one’s own, whatever an intent names', async () => {
    const { rights } = createAuditModel(worksheetSlices);
    expect(new Set(intentQuestions.map(({ kind }) => kind))).toEqual(new Set(rights.keys()));
    const room = await roomOf(ours);
    const faults: string[] = [];
    for (const question of intentQuestions) {
      for (const { asked, ofNobody, names, mayPass } of variantsOf(question, ours, theirs)) {
        const outcome = await room.ask(asked);
        const nothing = await room.ask(ofNobody);
        const isRefused = !outcome.ok || mayPass;
        if (isRefused && codeOf(outcome) === codeOf(nothing)) continue;
        faults.push(`${question.kind} [${names.join()}]: ${codeOf(outcome)}, unlike ${codeOf(nothing)}`);
      }
    }
    expect(faults).toEqual([]);
    expect(leaks(JSON.stringify(room.client.frames))).toEqual([]);
    await room.client.close();
    await standsAsItWas();
  });
});

const codeOf = (outcome: Outcome): string => (outcome.ok ? 'done' : outcome.code);

/** A manager's client in the room of the account's audit. */
async function roomOf(account: FilledAccount, outbox: string = randomUUID()) {
  const ticket = await started.ticketOf(account.sessions.manager);
  const url = `${started.server.address.replace('http', 'ws')}${ROOM_PATH}/audit/${account.named.audit}?ticket=${ticket}`;
  const client = await new RawClient({ url }).synced();
  let sent = 0;
  return {
    client,
    /** Submits an intent, with new ids for its placeholders. */
    async ask(intent: IntentFrame['intent']): Promise<Outcome> {
      const seq = sent++;
      const id = randomUUID();
      const words = JSON.stringify(intent).replaceAll(NEW, id);
      client.intent(outbox, seq, JSON.parse(words) as IntentFrame['intent']);
      await client.until(() => client.answers.some((answer) => answer.seq === seq), intent.kind);
      return client.answers.find((answer) => answer.seq === seq)?.outcome ?? expect.fail('no answer');
    },
  };
}

describe('what a client chooses itself', () => {
  it('is each account’s own: the same ids as another’s neither read nor write it', async () => {
    const { manager } = ours.sessions;
    const path = `/proyecto/riesgo/auditoria/${ours.named.audit}`;
    const { step, risk, note } = theirs.named;
    const made = { item_tipo: 'HT_PASO', nombre: 'Propio', parent: ours.named.phase };
    for (const [at, body] of [
      [`${path}/tree/`, { ...made, id: step }],
      [`${path}/tree/`, { ...made, id: risk }],
      [`${path}/notas/`, { id: note, modelo_id: ours.named.step, descripcion: 'Propia' }],
      [`${path}/notas/${note}/actions/comentar/`, { id: note, descripcion: 'Propio' }],
    ] as const) {
      const { status, text } = await askPlainly(started, manager, { method: 'POST', path: at, body });
      expect([at, status]).toEqual([at, expect.toBeOneOf([200, 201])]);
      expect(leaks(text).filter((one) => ![step, risk, note].includes(one))).toEqual([]);
    }
    for (const at of [
      `/proyecto/riesgo/auditoria_treeitem/${step}/detail/`,
      `/proyecto/riesgo/auditoria_treeitem/${step}/history/`,
      `/proyecto/riesgo/tree_item/HT_PASO/${step}/`,
      `${path}/notas/${note}/`,
    ]) {
      const { status, text } = await askPlainly(started, manager, { method: 'GET', path: at });
      expect([at, status]).toEqual([at, 200]);
      expect(text).toContain('Propi');
      expect(leaks(text).filter((one) => one !== step && one !== note)).toEqual([]);
    }
    const shown = await askPlainly(started, theirs.sessions.manager, {
      method: 'GET',
      path: `/proyecto/riesgo/auditoria_treeitem/${step}/detail/`,
    });
    expect([shown.status, shown.text.includes('Propio')]).toEqual([200, false]);
    expect((await whatIsKept(database.ownerUrl, theirs.id)).streams).toEqual(before.streams);
  });

  it('is each person’s own: a key or an outbox of another gives no answer of theirs', async () => {
    const { manager } = ours.sessions;
    const mine = {
      ...theirs.repeated,
      path: theirs.repeated.path.replace(theirs.named.audit, ours.named.audit),
    };
    const body = { modelo_id: ours.named.step, descripcion: 'Propia' };
    const same = await askPlainly(started, manager, theirs.repeated);
    expect([same.status, same.code, leaks(same.text)]).toEqual([404, 'audit_not_found', []]);
    const own = await askPlainly(started, manager, { ...mine, body });
    expect([own.status, own.text.includes('idempotency-replayed'), leaks(own.text)]).toEqual([
      201,
      false,
      [],
    ]);

    const outbox = randomUUID();
    const rename = { kind: 'rename_item', name: 'Nombre propio' };
    const theirRoom = await roomOf(theirs, outbox);
    expect(await theirRoom.ask({ ...rename, id: theirs.named.step })).toEqual({ ok: true });
    await theirRoom.client.close();
    before = await whatIsKept(database.ownerUrl, theirs.id);
    const room = await roomOf(ours, outbox);
    expect(await room.ask({ ...rename, id: ours.named.risk })).toEqual({ ok: true });
    room.client.send({ t: 'confirm', session: outbox, upTo: 5 });
    expect(await room.ask({ ...rename, id: theirs.named.control })).toMatchObject({ ok: false });
    await room.client.close();
    expect(await whatIsKept(database.ownerUrl, theirs.id)).toEqual(before);
  });
});

describe('routes without authentication', () => {
  it('tell nothing of what is named there', async () => {
    const asked = askedAt((route) => route in publicQuestions);
    for (const { asked: call, ofNobody, route } of asked) {
      const answer = await askPlainly(started, null, call);
      expect([route, leaks(answer.text)]).toEqual([route, []]);
      expect([route, told(answer)]).toEqual([route, told(await askPlainly(started, null, ofNobody))]);
    }
    expect((await whatIsKept(database.ownerUrl, theirs.id)).streams).toEqual(before.streams);
  });

  it('and signing out ends nobody else', async () => {
    for (const who of EVERYBODY) {
      await askPlainly(started, ours.sessions[who], { method: 'POST', path: '/logout/' });
    }
    for (const who of EVERYBODY) {
      const call = { method: 'GET', path: '/users/@me/' };
      expect((await askPlainly(started, ours.sessions[who], call)).status).toBe(401);
      expect((await askPlainly(started, theirs.sessions[who], call)).status).toBe(200);
    }
  });
});
