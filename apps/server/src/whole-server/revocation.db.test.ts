import {
  accessCalls,
  accountId,
  userId,
  type AccountId,
  type AccountRow,
  type SessionData,
  type UserId,
} from '@cotejo/access-contracts';
import { decidePerson } from '@cotejo/access-domain';
import { AUDIT_TEAM_TOPIC, teamCalls } from '@cotejo/audits-contracts';
import { errorEnvelope } from '@cotejo/http/contracts';
import { encodeFrame, ROOM_PROTOCOL } from '@cotejo/rooms/protocol';
import type { CopiedDatabase } from '@cotejo/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { z } from 'zod';
import { AskedCalls } from './asked-calls.fixture.ts';
import { demoDatabase } from '../demo-database.fixture.ts';
import { StartedServer } from '../started-server.fixture.ts';

const { oneself, people, product, roles, slots } = accessCalls;
const PASSWORD = 'tres-loros-verdes-cantan';
const OTHER = 'caballo grapa correcta';
const AUDITS = '/proyecto/riesgo/auditoria/';
/** Documentation address (RFC 5737) from which no test connects. */
const ELSEWHERE = ['203.0.113.7'];

let database: CopiedDatabase;
/** The node that receives the change, and the node to which the user is connected. */
let near: StartedServer;
let far: StartedServer;
let ask: AskedCalls;
let productAdmin: SessionData;

beforeAll(async () => {
  database = await demoDatabase();
  const env = { DATABASE_URL: database.appUrl, DATABASE_OWNER_URL: database.ownerUrl };
  near = await StartedServer.on(database);
  far = await StartedServer.start({ ...env, COTEJO_SEED_DEMO: '0' });
  ask = new AskedCalls(near);
  productAdmin = await near.signIn('beatriz.cano');
});
afterAll(async () => {
  await Promise.all([far.stop(), near.stop()]);
  await database.drop();
});

/** A user in an account of their own, and the account's administrator. */
interface Scene {
  readonly account: AccountId;
  readonly admin: SessionData;
  readonly audit: string;
  readonly victim: UserId;
  readonly username: string;
  /** The user's session on the other node. */
  readonly there: SessionData;
}

type Kind = 'manager' | 'slot' | 'consultant';

let made = 0;
const somebody = (name: string) => {
  const username = `${name}.retiro${made}`;
  return { username, first_name: 'Ana', last_name: 'Gil', email: `${username}@retiro.example` };
};

async function settled(): Promise<void> {
  for (const { server } of [near, far]) await server.foundation.access.state.settle();
}

async function signedIn(username: string, at = near): Promise<SessionData> {
  await settled();
  const session = await new AskedCalls(at).signingIn(username, PASSWORD);
  if (typeof session === 'string') throw new Error(session);
  return session;
}

async function registered(account: AccountId, name: string, role: 'admin' | 'manager'): Promise<UserId> {
  const { username, first_name: firstName, last_name: lastName, email } = somebody(name);
  const userType = role === 'admin' ? 'administrator' : 'auditor';
  const person = { accountId: account, username, firstName, lastName, email, role, userType } as const;
  return near.server.foundation.access.people.registerUser({ ...person, password: PASSWORD }, 'system:test');
}

/** Registers the user whose access will end, in one of the ways in which it can. */
async function victimOf(kind: Kind, account: AccountId, admin: SessionData): Promise<UserId> {
  const params = { id: account };
  if (kind === 'manager') return registered(account, 'persona', 'manager');
  const record = somebody('persona');
  let id: string;
  if (kind === 'consultant') {
    id = (await ask.answer(productAdmin, product.admitConsultant, { params, body: record })).user;
  } else {
    const body = { type: 'auditor', count: 1, start_date: '2020-01-01', due_date: null };
    await ask.answer(productAdmin, product.createSlots, { params, body });
    id = (await ask.answer(admin, people.createUser, { body: { ...record, role: 'PM' } })).id;
  }
  await near.server.foundation.access.passwords.put(account, userId.parse(id), PASSWORD);
  return userId.parse(id);
}

async function sceneOf(kind: Kind): Promise<Scene> {
  made++;
  const body = { account_name: `Casa ${made}`, pkg: 'audit', edition: 'firm', admin: somebody('primera') };
  const opened: AccountRow = await ask.answer(productAdmin, product.openAccount, { body });
  const account = accountId.parse(opened.id);
  await registered(account, 'jefa', 'admin');
  const admin = await signedIn(somebody('jefa').username);
  const leader = await registered(account, 'lider', 'manager');
  const answer = await near.post(AUDITS, await signedIn(somebody('lider').username)).send({
    nombre: 'Compras y pagos',
    plantilla: 'estandar',
    lider: leader,
    equipo: [],
    fecha_inicio: '2026-02-02',
    fecha_fin: '2026-12-15',
    horas_presupuestadas: 10,
    procesos: ['Compras'],
  });
  const { id: audit } = z.object({ data: z.object({ id: z.uuid() }) }).parse(answer.body).data;
  const victim = await victimOf(kind, account, admin);
  const { username } = somebody('persona');
  return { account, admin, audit, victim, username, there: await signedIn(username, far) };
}

/** Connects the user to the audit's room on the other node. */
async function inRoom({ audit, there }: Scene): Promise<WebSocket> {
  const socket = far.room(audit, await far.ticketOf(there));
  const hello = { t: 'hello', protocol: ROOM_PROTOCOL, document: null, version: -1, link: null } as const;
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => socket.send(encodeFrame(hello)));
    socket.once('message', () => resolve());
    socket.once('close', (code) => reject(new Error(`the room was closed with ${code}`)));
    socket.once('error', reject);
  });
  return socket;
}

const statusAndCode = async (path: string, session: SessionData): Promise<string> => {
  const answer = await far.get(path, session);
  return `${answer.status} ${errorEnvelope.safeParse(answer.body).data?.code ?? ''}`.trim();
};

const motivo = { motivo: 'security' } as const;
const own = (scene: Scene) => ({ params: { id: scene.victim } });
const change = (scene: Scene, body: object) =>
  ask.answer(productAdmin, product.changeAccount, { params: { id: scene.account }, body });

const WITHOUT_SESSION = '401 token_invalid';

interface Row {
  readonly kind?: Kind;
  readonly act: (scene: Scene) => Promise<unknown>;
  /** The other node's answer afterwards. */
  readonly answer?: string;
}

const ROWS: Readonly<Record<string, Row>> = {
  'they are locked': {
    act: (scene) =>
      ask.answer(scene.admin, people.lock, { ...own(scene), body: { locked: true, ...motivo } }),
  },
  'they are to choose another password': {
    act: (scene) => ask.answer(scene.admin, people.forceReset, { ...own(scene), body: motivo }),
  },
  'they are to come in another way': {
    // No directory is configured here, so the event is appended as by an installation that had one.
    act: async ({ account, victim: user }) => {
      const { changes } = near.server.foundation.access.admin;
      const by = { name: 'system:test', actor: null };
      await changes.within(account, by, { code: 'upkeep' }, (turn) =>
        turn.ofPerson(user, (facts, known, deciding) =>
          decidePerson(facts, known, user, { kind: 'method', method: 'google' }, deciding),
        ),
      );
    },
  },
  'they change their password elsewhere': {
    act: async ({ username }) => {
      const body = { current: PASSWORD, password: OTHER, password_confirmation: OTHER };
      await ask.answer(await signedIn(username), oneself.changePassword, { body });
    },
  },
  'their slot is released': {
    kind: 'slot',
    act: async (scene) => {
      const rows = await ask.answer(scene.admin, slots.slots);
      const slot = rows.find(({ user }) => user === scene.victim)?.slotId ?? '';
      await ask.answer(scene.admin, slots.release, { params: { id: slot }, body: motivo });
    },
  },
  'their help is over': {
    kind: 'consultant',
    act: ({ account: id, victim: user }) =>
      ask.answer(productAdmin, product.revokeConsultant, { params: { id, user } }),
  },
  'their account is suspended': { act: (scene) => change(scene, { suspended: true }) },
  'they end that session from another': {
    act: async ({ username }) => {
      const here = await signedIn(username);
      const rows = await ask.answer(here, oneself.sessions);
      const id = rows.find(({ current }) => !current)?.id ?? '';
      await ask.answer(here, oneself.endSession, { params: { id }, body: { password: PASSWORD } });
    },
  },
  'an administrator ends their sessions': {
    act: (scene) => ask.answer(scene.admin, people.endSessions, own(scene)),
  },
  'their account is to be reached from elsewhere alone': {
    act: (scene) => change(scene, { ranges: ELSEWHERE }),
    answer: '403 unauthorized_ip',
  },
  'their role loses the right': {
    act: ({ admin }) =>
      ask.answer(admin, roles.setPermissions, {
        params: { id: 'PM' },
        body: { permissions: { 'users.list': 1 }, ...motivo },
      }),
    answer: '403 access_not_authorized',
  },
};

describe('access that one node takes away ends on every other: calls, feed and room', () => {
  it.each(Object.keys(ROWS))('%s', async (name) => {
    const { kind = 'manager', act, answer = WITHOUT_SESSION } = ROWS[name] ?? expect.fail(name);
    const scene = await sceneOf(kind);
    const path = `${AUDITS}${scene.audit}/`;
    await expect.poll(() => statusAndCode(path, scene.there)).toBe('200');
    const ended = { feed: false, room: false };
    const feed = await far.feed(scene.there);
    feed.once('disconnect', () => (ended.feed = true));
    const room = await inRoom(scene);
    room.once('close', () => (ended.room = true));

    await act(scene);

    await expect.poll(() => statusAndCode(path, scene.there)).toBe(answer);
    await expect.poll(() => ended).toEqual({ feed: true, room: true });
    feed.close();
  });

  it('and touches nobody else', async () => {
    const [locked, other] = [await sceneOf('manager'), await sceneOf('manager')];
    const feed = await far.feed(other.there);
    await ask.answer(locked.admin, people.lock, { ...own(locked), body: { locked: true } });
    const path = (scene: Scene) => `${AUDITS}${scene.audit}/`;
    await expect.poll(() => statusAndCode(path(locked), locked.there)).toBe(WITHOUT_SESSION);
    await expect.poll(() => statusAndCode(path(other), other.there)).toBe('200');
    expect(feed.connected).toBe(true);
    feed.close();
  });
});

describe('a team that one node changes', () => {
  /** Managers of the account see the plans of their own projects alone. */
  const ownProjects = { 'users.list': 1, 'audits.list': 1, 'audits.add': 1, 'plan.*': { '4': 1 } } as const;

  it('lets its member into rooms and feeds of every other, and sends them out again', async () => {
    const scene = await sceneOf('manager');
    const params = { model: 'auditoria', id: scene.audit } as const;
    const body = { permissions: ownProjects, ...motivo };
    await ask.answer(scene.admin, roles.setPermissions, { params: { id: 'PM' }, body });
    await settled();
    const there = await new AskedCalls(far).signingIn(scene.username, PASSWORD);
    if (typeof there === 'string') throw new Error(there);
    const seen = { ...scene, there };
    const feed = await far.feed(there);
    const follow = (): Promise<unknown> =>
      feed.emitWithAck('follow', { topic: AUDIT_TEAM_TOPIC, key: scene.audit, cursor: -1 });
    expect(await follow()).toMatchObject({ ok: false });
    await expect(inRoom(seen)).rejects.toThrow('4403');

    const member = { usuario: scene.victim, rol: 'auditor' } as const;
    await ask.answer(scene.admin, teamCalls.add, { params, body: member });
    const room = await vi.waitFor(() => inRoom(seen), { timeout: 1_000, interval: 20 });
    await vi.waitFor(async () => expect(await follow()).toMatchObject({ ok: true }), { timeout: 1_000 });
    const left = { feed: false, room: 0 };
    feed.once('revoked', () => (left.feed = true));
    room.once('close', (code) => (left.room = code));

    const change = { params: { ...params, usuario: scene.victim }, body: { esta_activo: false } };
    await ask.answer(scene.admin, teamCalls.change, change);
    await vi.waitFor(() => expect(left).toEqual({ feed: true, room: 4403 }), {
      timeout: 1_000,
      interval: 10,
    });
    expect(feed.connected).toBe(true);
    feed.close();
  });
});
