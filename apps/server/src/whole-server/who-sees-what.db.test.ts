import { randomUUID } from 'node:crypto';
import { accessCalls, type SessionData } from '@cotejo/access-contracts';
import {
  auditDetail,
  AUDIT_LIST_TOPIC,
  auditRow,
  CHANGE_LOG_TOPIC,
  OWN_ACTION_PLANS_TOPIC,
  ownActionPlanRow,
} from '@cotejo/audits-contracts';
import { closeCode, encodeFrame, ROOM_PROTOCOL } from '@cotejo/rooms/protocol';
import type { CopiedDatabase } from '@cotejo/testing';
import { ownPlanTexts } from '@cotejo/worksheets-contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AskedCalls } from './asked-calls.fixture.ts';
import { demoDatabase } from '../demo-database.fixture.ts';
import { StartedServer } from '../started-server.fixture.ts';

const { roles } = accessCalls;
const AUDITS = '/proyecto/riesgo/auditoria/';

let database: CopiedDatabase;
let started: StartedServer;
/** The demo account's audit. */
let audit: string;
let manager: SessionData;

beforeAll(async () => {
  database = await demoDatabase();
  started = await StartedServer.on(database);
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
    for (const { auditoria, id } of plans) {
      const path = `/proyecto/riesgo/planes-accion/mios/${auditoria.id}/${id}/textos/`;
      const own = await started.get(path, session).expect(200);
      const texts = ownPlanTexts.parse(own.body.data);
      expect(texts.descripcion).not.toBe('');
      expect(texts.recomendacion).not.toBe('');
      const other = await started.get(path, manager).expect(404);
      expect(other.body.code).toBe('item_not_found');
    }

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

describe('whoever may only so much', () => {
  type Matrix = Readonly<Record<string, 0 | 1 | Readonly<Record<string, 0 | 1>>>>;

  /** Runs `check` with changed permissions of auditors, then restores them. */
  async function asAuditorsMay(permissions: Matrix, check: () => Promise<void>): Promise<void> {
    const ask = new AskedCalls(started);
    const admin = await started.signIn('beatriz.cano');
    const params = { id: 'JR' };
    const before = await ask.answer(admin, roles.permissions, { params });
    await ask.answer(admin, roles.setPermissions, { params, body: { permissions } });
    await check();
    await ask.answer(admin, roles.setPermissions, { params, body: before });
  }
  const codesOf = async (session: SessionData): Promise<readonly string[]> => {
    const { body } = await started.get(AUDITS, session).expect(200);
    return z
      .array(auditRow)
      .parse(body.data)
      .map(({ codigo }) => codigo);
  };
  const membersOf = async (id: string): Promise<readonly string[]> => {
    const { body } = await started.get(`${AUDITS}${id}/`, manager).expect(200);
    return auditDetail.parse(body.data).equipo.map(({ usuario }) => usuario.id);
  };

  it('sees the audits of their own projects, opens these alone, and only who works with them', async () => {
    const laura = await started.signIn('laura.pineda');
    const lider = (await started.signIn('andres.murcia')).user.id;
    const without = {
      nombre: 'Sin ella',
      frequency_type: 'PRG',
      tipo_auditoria: 'DFT',
      fecha_inicio: '2026-02-01',
      fecha_fin: '2026-03-01',
      horas_presupuestadas: 10,
      lider,
      procesos: ['Compras'],
      riesgos: [],
    };
    const key = randomUUID();
    const created = await started.post(AUDITS, manager).set('Idempotency-Key', key).send(without).expect(201);
    const { body } = await started.get(AUDITS, manager).expect(200);
    const mates = new Set<string>();
    const own: string[] = [];
    const others: string[] = [];
    for (const { id, codigo } of z.array(auditRow).parse(body.data)) {
      const members = await membersOf(id);
      if (members.includes(laura.user.id)) {
        own.push(codigo);
        for (const member of members) mates.add(member);
      } else others.push(id);
    }
    expect(own.length).toBeGreaterThan(0);
    expect(others).toContain(created.body.data.id);
    const people = async (): Promise<readonly string[]> => {
      const told = await started.get('/users/', laura).expect(200);
      return z
        .array(z.object({ id: z.string() }))
        .parse(told.body.data)
        .map(({ id }) => id)
        .sort();
    };
    const everybody = await people();
    const projects = { '4': 1 } as const;
    const permissions = { 'audits.*': projects, 'plan.*': projects, 'users.list': { '5': 1 } } as const;
    await asAuditorsMay(permissions, async () => {
      expect(await codesOf(laura)).toEqual(own);
      expect(await enter(laura)).toBe('open');
      await started.get(`${AUDITS}${audit}/historial/`, laura).expect(200);
      for (const id of others) await started.get(`${AUDITS}${id}/tree/`, laura).expect(404);
      const seen = await people();
      expect(seen).toEqual(expect.arrayContaining([...mates]));
      expect(seen.length).toBeLessThan(everybody.length);
    });
    // Listing audits does not include opening them.
    await asAuditorsMay({ 'audits.*': 1, 'plan.*': projects }, async () => {
      expect((await codesOf(laura)).length).toBe(own.length + others.length);
      for (const id of others) await started.get(`${AUDITS}${id}/tree/`, laura).expect(403);
    });
    expect(await people()).toEqual(everybody);
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
