import type { SessionData } from '@cotejo/access-contracts';
import {
  AUDIT_LIST_TOPIC,
  auditRow,
  CHANGE_LOG_TOPIC,
  OWN_ACTION_PLANS_TOPIC,
  ownActionPlanRow,
} from '@cotejo/audits-contracts';
import { closeCode, encodeFrame, ROOM_PROTOCOL } from '@cotejo/rooms/protocol';
import { testDatabase, type TestDatabase } from '@cotejo/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { StartedServer } from './started-server.fixture.ts';

const AUDITS = '/proyecto/riesgo/auditoria/';

let database: TestDatabase;
let started: StartedServer;
/** The demo account's audit. */
let audit: string;
let manager: SessionData;

beforeAll(async () => {
  database = await testDatabase();
  started = await StartedServer.start({
    DATABASE_URL: database.appUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
  });
  manager = await started.signIn('claudia.restrepo');
  const { body } = await started.get(AUDITS, manager).expect(200);
  const rows = z.array(auditRow).parse(body.data);
  audit = rows.find(({ codigo }) => codigo.endsWith('-004'))?.id ?? '';
});
afterAll(async () => {
  await started.stop();
  await database.drop();
});

/** Closing code of the audit's room, or `open`. */
async function enter(session: SessionData): Promise<number | 'open'> {
  const socket = started.room(audit, await started.ticketOf(session));
  const hello = { t: 'hello', protocol: ROOM_PROTOCOL, document: null, version: -1, link: null } as const;
  const outcome = await new Promise<number | 'open'>((resolve, reject) => {
    socket.once('open', () => socket.send(encodeFrame(hello)));
    socket.once('message', () => resolve('open'));
    socket.once('close', resolve);
    socket.once('error', reject);
  });
  socket.close();
  return outcome;
}

type TopicAndKey = readonly [topic: string, key: string];

/** `ok`, or the code of the refusal, for each topic. */
async function follow(session: SessionData, topics: readonly TopicAndKey[]): Promise<unknown[]> {
  const socket = await started.feed(session);
  try {
    return await Promise.all(
      topics.map(async ([topic, key]) => {
        const answer: unknown = await socket.emitWithAck('follow', { topic, key, cursor: -1 });
        const { ok, code } = z.object({ ok: z.boolean(), code: z.string().optional() }).parse(answer);
        return ok ? 'ok' : code;
      }),
    );
  } finally {
    socket.close();
  }
}

describe('the audited', () => {
  it.each([
    ['marta.suarez', ['PA-02', 'PA-04']],
    ['julian.ocampo', ['PA-01']],
    ['diana.velez', ['PA-03']],
    ['felipe.rincon', []],
  ])('%s sees the plans %j, and nothing else of any audit or of the people', async (name, codes) => {
    const session = await started.signIn(name);
    const { body } = await started.get('/proyecto/riesgo/planes-accion/mios/', session).expect(200);
    const plans = z.array(ownActionPlanRow).parse(body.data);
    expect(plans.map(({ codigo }) => codigo)).toEqual(codes);

    const ofAudit = ['', 'tree/', 'historial/'].map((page) => `${AUDITS}${audit}/${page}`);
    for (const path of [AUDITS, ...ofAudit, '/users/']) {
      const refused = await started.get(path, session).expect(403);
      expect(refused.body.code).toBe('access_not_authorized');
    }
    expect(await enter(session)).toBe(closeCode.forbidden);
    const topics: TopicAndKey[] = [
      [AUDIT_LIST_TOPIC, session.user.account_id],
      [CHANGE_LOG_TOPIC, audit],
      [OWN_ACTION_PLANS_TOPIC, manager.user.id],
      [OWN_ACTION_PLANS_TOPIC, session.user.id],
    ];
    const no = 'access_not_authorized';
    expect(await follow(session, topics)).toEqual([no, no, no, 'ok']);
  });
});

describe('a guest', () => {
  it('opens the plan and its history, with the names of the people', async () => {
    const session = await started.signIn('hernan.duque');
    for (const path of ['', 'tree/', 'historial/'].map((page) => `${AUDITS}${audit}/${page}`)) {
      await started.get(path, session).expect(200);
    }
    await started.get('/users/', session).expect(200);
    expect(await enter(session)).toBe('open');
    const topics: TopicAndKey[] = [
      [AUDIT_LIST_TOPIC, session.user.account_id],
      [CHANGE_LOG_TOPIC, audit],
    ];
    expect(await follow(session, topics)).toEqual(['ok', 'ok']);
  });
});
