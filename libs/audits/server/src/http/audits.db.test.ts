import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { Global, Module, type INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import type { AccessDirectory, Person, Principal, Role, UserId } from '@cotejo/access-contracts';
import { evaluate } from '@cotejo/access-domain';
import {
  AUDIT_LIST_TOPIC,
  auditDetail,
  auditListRow,
  auditRow,
  auditStream,
  auditTemplateRow,
  CHANGE_LOG_TOPIC,
  changeRow,
  type AuditListRow,
  type ChangeRow,
  type CreateAuditBody,
  type TreeItemView,
} from '@cotejo/audits-contracts';
import { createAuditModel } from '@cotejo/audits-domain';
import { httpErrors, Refusal } from '@cotejo/http/contracts';
import { AUTHENTICATOR, ErrorTexts, HttpModule, type Authenticator } from '@cotejo/http/server';
import { createLiveClient, type LiveClient } from '@cotejo/live/client';
import { LiveHub, LiveModule, TopicRegistry } from '@cotejo/live/server';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { auditListTopic } from '../feeds/audit-list-topic.ts';
import { changeLogTopic } from '../feeds/change-log-topic.ts';
import { newAccount, newPeople, principalOf } from '../read-models/invented-history.fixture.ts';
import { projectedDatabase, type ProjectedDatabase } from '../read-models/projected-database.fixture.ts';
import { AuditRooms } from '../room/audit-rooms.ts';
import { AuditsModule } from './audits.module.ts';

const BASE = '/api/proyecto/riesgo/auditoria';
const account = newAccount();
const elsewhere = newAccount();
const roles: Record<string, Role> = {
  claudia: 'manager',
  andres: 'leader',
  laura: 'auditor',
  hernan: 'guest',
  marta: 'owner',
};
const ids = new Map(Object.keys(roles).map((name): [string, UserId] => [name, newPeople(1)[0] as UserId]));
const idOf = (name: string): UserId => ids.get(name) as UserId;

const principals = new Map<string, Principal>(
  Object.entries(roles).map(([name, role]) => [name, principalOf(account, idOf(name), role)]),
);
principals.set('stranger', principalOf(elsewhere, newPeople(1)[0] as UserId, 'manager'));

const people = Object.entries(roles).map(([name, role]): Person => ({
  id: idOf(name),
  accountId: account,
  username: name,
  firstName: name[0]?.toUpperCase() + name.slice(1),
  lastName: 'Prueba',
  initials: name.slice(0, 2).toUpperCase(),
  role,
  userType: 'auditor',
  active: true,
  position: null,
}));

const directory: AccessDirectory = {
  person: (of, id) => people.find((person) => person.accountId === of && person.id === id) ?? null,
  people: (of) => people.filter((person) => person.accountId === of),
  principalOfSession: () => null,
  principalOf: (of, id) => [...principals.values()].find((one) => one.accountId === of && one.userId === id) ?? null,
  onSessionEnded: () => () => undefined,
};

const authenticator: Authenticator<Principal> = {
  async authenticate(token) {
    const principal = principals.get(token);
    if (!principal) throw new Refusal(httpErrors, 'token_invalid');
    return principal;
  },
  may: (principal, permission) => evaluate(principal, permission as 'audits.list'),
};

@Global()
@Module({ providers: [{ provide: AUTHENTICATOR, useValue: authenticator }], exports: [AUTHENTICATOR] })
class TestAccessModule {}

let base: ProjectedDatabase;
let rooms: AuditRooms;
let app: INestApplication;
let url: string;
const live: LiveClient[] = [];

beforeAll(async () => {
  base = await projectedDatabase();
  const { store, db, runner, signals } = base;
  rooms = new AuditRooms({ store, model: createAuditModel(), directory });
  const topics = new TopicRegistry<Principal>()
    .register(auditListTopic(db, directory))
    .register(changeLogTopic(db, directory));
  const hub = new LiveHub({ topics, wake: signals, log: { warn: () => undefined } });
  const testing = await Test.createTestingModule({
    imports: [
      TestAccessModule,
      HttpModule.register({ texts: new ErrorTexts(), log: { fault: (_, thrown) => console.error(thrown) } }),
      AuditsModule.register({ store, db, rooms, directory, projection: runner, clock: () => new Date() }),
      LiveModule.register({ hub, redeem: (ticket: string) => principals.get(ticket) ?? null }),
    ],
  }).compile();
  app = testing.createNestApplication();
  app.setGlobalPrefix('api');
  await app.listen(0);
  url = `http://localhost:${((app.getHttpServer() as { address(): AddressInfo }).address()).port}`;
});
afterAll(async () => {
  live.forEach((client) => client.close());
  await app.close();
  await rooms.stop();
  await base.drop();
});

const as = (name: string) => ({ Authorization: `Token ${name}` });
const get = (path: string, name = 'andres') => request(url).get(`${BASE}${path}`).set(as(name));

async function data<T>(path: string, shape: z.ZodType<T>, name?: string): Promise<T> {
  const response = await get(path, name).expect(200);
  return z.object({ data: shape, status: z.literal(200) }).parse(response.body).data;
}

const bodyOf = (changes: Partial<Record<keyof CreateAuditBody, unknown>> = {}) => ({
  nombre: 'Compras y pagos',
  plantilla: 'estandar',
  fecha_inicio: '2026-02-01',
  fecha_fin: '2026-06-30',
  horas_presupuestadas: 480,
  lider: idOf('andres'),
  procesos: ['Selección de proveedores'],
  ...changes,
});

const post = (body: object, name = 'claudia', key?: string) => {
  const call = request(url).post(`${BASE}/`).set(as(name));
  return (key === undefined ? call : call.set('Idempotency-Key', key)).send(body);
};

const createdAudit = z.object({ data: auditDetail.extend({ projected: z.literal(true) }), status: z.literal(201) });

async function create(changes: Parameters<typeof bodyOf>[0] = {}) {
  return createdAudit.parse((await post(bodyOf(changes)).expect(201)).body).data;
}

describe('creating an audit', () => {
  it('answers its detail once it is readable, with its team and the rights of whoever made it', async () => {
    const audit = await create();
    expect(audit).toMatchObject({
      nombre: 'Compras y pagos',
      ano_auditoria: 2026,
      record_type: 'plan',
      status: 'SIN INICIAR',
      frequency_type: 'PRG',
      tipo_auditoria: 'DFT',
      horas_presupuestadas: 480,
      progreso: 0,
      items: 10,
      lider: { id: idOf('andres'), name: 'Andres Prueba', sigla: 'AN' },
      created_by: { id: idOf('claudia') },
      in_team: true,
      operacion: null,
    });
    expect(audit.codigo).toMatch(/^AUD-2026-\d{3}$/);
    expect(audit.equipo.map(({ usuario, rol }) => [usuario.sigla, rol])).toEqual([
      ['CL', 'manager'],
      ['AN', 'leader'],
    ]);
    expect(audit.permissions).toMatchObject({ 'plan.treeitem__add': true, 'plan.mark_reviewed': true });
  });

  it('gives every audit a code of its own, also when many come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(bodyOf({ fecha_inicio: '2025-02-01' }))));
    const codes = answers.map(({ body }: { body: { data: { codigo: string } } }) => body.data.codigo).sort();
    expect(codes).toEqual(Array.from({ length: 8 }, (_, at) => `AUD-2025-00${at + 1}`));
  });

  it('does so once for an Idempotency-Key, and refuses the key for something else', async () => {
    const [first, again] = await Promise.all([post(bodyOf(), 'claudia', 'k-1'), post(bodyOf(), 'claudia', 'k-1')]);
    const later = await post(bodyOf(), 'claudia', 'k-1');
    const audits = [first, again, later].map(({ body }) => createdAudit.parse(body).data);
    expect(new Set(audits.map(({ id, codigo }) => `${id} ${codigo}`)).size).toBe(1);
    await post(bodyOf({ nombre: 'Otra' }), 'claudia', 'k-1').expect(409);
    const others = createdAudit.parse((await post(bodyOf(), 'andres', 'k-1').expect(201)).body).data;
    expect(others.id).not.toBe(audits[0]?.id);
    await post(bodyOf(), 'claudia', 'ñ'.repeat(3)).expect(400);
  });

  it.each([
    ['no scope', { procesos: [] }, 422, 'scope_required'],
    ['an end before its start', { fecha_fin: '2026-01-31' }, 422, 'dates_reversed'],
    ['a template that is not there', { plantilla: 'otra' }, 422, 'template_not_found'],
    ['a leader who is an auditee', { lider: idOf('marta') }, 422, 'leader_not_found'],
    ['a leader of nowhere', { lider: crypto.randomUUID() }, 422, 'leader_not_found'],
    ['no name', { nombre: ' ' }, 400, 'invalid_request'],
    ['a date that is none', { fecha_inicio: '2026-02-30' }, 400, 'invalid_request'],
    ['a field of its own', { otro: 1 }, 400, 'invalid_request'],
  ])('refuses %s and leaves no code behind', async (_, changes, status, code) => {
    const before = await create();
    const { body } = await post(bodyOf(changes)).expect(status);
    expect(body).toMatchObject({ code });
    const after = await create();
    const numberOf = (codigo: string) => Number(codigo.split('-')[2]);
    expect(numberOf(after.codigo)).toBe(numberOf(before.codigo) + 1);
  });

  it.each(['laura', 'hernan', 'marta'])('is refused to %s', (name) => post(bodyOf(), name).expect(403));

  it('says so when its rows are not readable in time', async () => {
    await base.runner.stop();
    try {
      const { body } = await post(bodyOf()).expect(201);
      expect(body).toEqual({
        data: { id: expect.any(String), codigo: expect.stringMatching(/^AUD-2026-/), projected: false },
        status: 201,
      });
    } finally {
      base.runner.start();
    }
  });
});

describe('reading audits', () => {
  it('lists those of the account, newest first, with the cursor of the feed', async () => {
    const audit = await create();
    const response = await get('/').expect(200);
    expect(Number(response.headers['x-feed-cursor'])).toBeGreaterThan(0);
    const rows = z.array(auditRow).parse((response.body as { data: unknown }).data);
    expect(rows[0]?.id).toBe(audit.id);
    expect(rows.map(({ codigo }) => codigo)).toEqual(rows.map(({ codigo }) => codigo).toSorted().toReversed());
    expect((await data('/', z.array(auditRow), 'hernan')).find(({ id }) => id === audit.id)?.in_team).toBe(false);
  });

  it('shows nothing of it to another account, nor to an auditee', async () => {
    const { id } = await create();
    expect(await data('/', z.array(auditRow), 'stranger')).toEqual([]);
    for (const path of [`/${id}/`, `/${id}/tree/`, `/${id}/historial/`]) {
      expect((await get(path, 'stranger').expect(404)).body).toMatchObject({ code: 'audit_not_found' });
      await get(path, 'marta').expect(403);
      await request(url).get(`${BASE}${path}`).expect(401);
    }
    await get('/not-a-uuid/').expect(400);
    await get(`/${crypto.randomUUID()}/`).expect(404);
  });

  it('shows a list of their own to whoever may list only what they made or work on', async () => {
    const { id } = await create();
    const own = principals.get('andres') as Principal;
    const limited = { ...own, permissions: { ...own.permissions, 'audits.list': { '3': 1 } } } as const;
    principals.set('limited', { ...limited, userId: idOf('laura') });
    principals.set('member', limited);
    // The door asks without an object; conditions are for the rows.
    vi.spyOn(authenticator, 'may').mockReturnValue(true);
    try {
      expect(await data('/', z.array(auditRow), 'limited')).toEqual([]);
      await get(`/${id}/`, 'limited').expect(404);
      expect((await data('/', z.array(auditRow), 'member')).map((row) => row.id)).toContain(id);
    } finally {
      vi.restoreAllMocks();
    }
  });

  it('tells a guest of rights to read only', async () => {
    const { id } = await create();
    const { permissions } = await data(`/${id}/`, auditDetail, 'hernan');
    expect(Object.keys(permissions).filter((key) => permissions[key]).sort()).toEqual([
      'audits.access',
      'plan.access',
      'plan.history',
    ]);
  });

  it('names the templates that there are', async () => {
    const rows = await data('/plantillas/', z.array(auditTemplateRow));
    expect(rows.find(({ id }) => id === 'estandar')?.fases).toEqual(['Planeación', 'Ejecución', 'Informe']);
  });
});

describe('reading a plan', () => {
  async function planned() {
    const audit = await create();
    const leader = principals.get('andres') as Principal;
    const tree = await data(`/${audit.id}/tree/`, z.custom<TreeItemView[]>());
    const fieldwork = tree.find(({ nombre }) => nombre === 'Ejecución') as TreeItemView;
    const finding = crypto.randomUUID();
    const intents = [
      { kind: 'create_item', id: finding, type: 'finding', parent: fieldwork.id, name: 'Pagos sin soporte' },
      { kind: 'create_item', id: crypto.randomUUID(), type: 'understanding', parent: fieldwork.id, name: 'Recorrido' },
      { kind: 'choose_finding_treatment', id: finding, treatment: 'action_plan' },
      { kind: 'assign_item', id: `${finding}-PA`, assignee: idOf('laura') },
    ];
    const { outcomes, version } = await rooms.submit(
      audit.id,
      leader,
      intents.map((intent) => ({ intent, base: audit.version })),
    );
    expect(outcomes.slice(0, 3)).toEqual([{ ok: true }, { ok: true }, { ok: true }]);
    expect(await base.projected(auditStream(audit.id), version)).toBe(true);
    return { audit, finding, fieldwork, version };
  }

  it('nests items in display order, with contract names, ranks and levels', async () => {
    const { audit, finding } = await planned();
    const tree = await data(`/${audit.id}/tree/?fecha_inicio=2026-01-01&fecha_fin=2026-12-31`, z.custom<TreeItemView[]>());
    expect(tree.map(({ nombre, item_tipo, level, position }) => [nombre, item_tipo, level, position])).toEqual([
      ['Planeación', 'GR_FASE', 1, 1],
      ['Ejecución', 'GR_FASE', 1, 2],
      ['Informe', 'GR_FASE', 1, 3],
    ]);
    expect(tree[1]?.items.map(({ nombre, position, level }) => [nombre, position, level])).toEqual([
      ['Recorrido', 1, 2],
      ['Selección de proveedores', 2, 2],
      ['Pagos sin soporte', 3, 2],
    ]);
    expect(tree[1]?.items[2]).toMatchObject({ id: finding, codigo: 'H-01', item_tipo: 'HT_HALLAZGO', status: 'NUEVO' });
  });

  it('answers an item by its id, a plan by its own, and the finding where there is no such plan', async () => {
    const { audit, finding, fieldwork } = await planned();
    const item = (id: string) => data(`/${audit.id}/tree/${id}/`, z.custom<TreeItemView>());
    expect(await item(finding)).toMatchObject({ id: finding, parent: fieldwork.id, level: 2 });
    expect(await item(`${finding}-PA`)).toMatchObject({ id: `${finding}-PA`, item_tipo: 'HT_PLAN_ACCION' });
    expect(await item(`${finding}-EV`)).toMatchObject({ id: finding });
    expect((await get(`/${audit.id}/tree/${crypto.randomUUID()}/`).expect(404)).body).toMatchObject({ code: 'item_not_found' });
    expect((await get(`/${audit.id}/tree/?fecha_inicio=2026-02-01&fecha_fin=2026-01-01`).expect(422)).body).toMatchObject({
      code: 'dates_reversed',
    });
  });

  it('turns back the pages of its history', async () => {
    const { audit, version } = await planned();
    const all = await data(`/${audit.id}/historial/?limite=200&appVersion=2`, z.array(changeRow));
    expect(all.map((row) => row.version)).toEqual(Array.from({ length: version + 1 }, (_, at) => version - at));
    const page = await data(`/${audit.id}/historial/?limite=3&antes=${version}`, z.array(changeRow));
    expect(page).toEqual(all.slice(1, 4));
    expect(all.at(-1)).toMatchObject({ type: 'AuditCreated', actor: { name: 'Claudia Prueba', sigla: 'CL' }, item: null });
    await get(`/${audit.id}/historial/?limite=0`).expect(400);
  });
});

describe('the feeds', () => {
  const clientOf = (name: string): LiveClient => {
    const client = createLiveClient({ url, getTicket: async () => name });
    live.push(client);
    return client;
  };

  it('bring an audit to the lists of all who may see it, as each of them sees it', async () => {
    const got = new Map<string, AuditListRow[]>();
    for (const name of ['andres', 'hernan']) {
      got.set(name, []);
      clientOf(name).follow(AUDIT_LIST_TOPIC, account, -1, {
        onFrame: ({ rows }) => got.get(name)?.push(...rows.map((row) => auditListRow.parse(row))),
      });
    }
    const { id } = await create();
    const last = (name: string) => got.get(name)?.findLast((row) => row.id === id);
    await vi.waitFor(() => expect(last('hernan')).toMatchObject({ in_team: false, version: expect.any(Number) }), 5_000);
    await vi.waitFor(() => expect(last('andres')).toMatchObject({ in_team: true }), 5_000);
  });

  it('bring each change of an audit once, in order, to its readers only', async () => {
    const { id, version } = await create();
    const changes: ChangeRow[] = [];
    clientOf('hernan').follow(CHANGE_LOG_TOPIC, id, version - 2, {
      onFrame: ({ rows }) => changes.push(...rows.map((row) => changeRow.parse(row))),
    });
    const states = new Map<string, string[]>();
    for (const name of ['marta', 'stranger']) {
      states.set(name, []);
      clientOf(name).follow(CHANGE_LOG_TOPIC, id, -1, {
        onFrame: () => states.get(name)?.push('frame'),
        onState: (state) => states.get(name)?.push(state),
      });
    }
    const leader = principals.get('andres') as Principal;
    const [phase] = await data(`/${id}/tree/`, z.custom<TreeItemView[]>());
    for (const name of ['Uno', 'Dos', 'Tres']) {
      await rooms.submit(id, leader, [{ intent: { kind: 'rename_item', id: phase?.id, name }, base: version }]);
    }
    await vi.waitFor(() => expect(changes.map((row) => row.version)).toEqual([-1, 0, 1, 2, 3].map((at) => version + at)), 5_000);
    expect(changes.slice(2).map(({ detail }) => detail['name'])).toEqual(['Uno', 'Dos', 'Tres']);
    await vi.waitFor(() => expect([...states.values()]).toEqual([['refused'], ['refused']]), 5_000);
  });
});
