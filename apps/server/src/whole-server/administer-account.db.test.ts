import { randomUUID } from 'node:crypto';
import { accessCalls, type SessionData, type SlotRow } from '@cotejo/access-contracts';
import type { CopiedDatabase } from '@cotejo/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AskedCalls } from './asked-calls.fixture.ts';
import { DEMO_ACCOUNT_ID, demoUserId } from '../demo/seed-demo-account.ts';
import { demoDatabase } from '../demo-database.fixture.ts';
import { StartedServer } from '../started-server.fixture.ts';

const { slots, roles, account, product, people, shell } = accessCalls;

let database: CopiedDatabase;
let started: StartedServer;
let ask: AskedCalls;
let admin: SessionData;
let auditor: SessionData;

beforeAll(async () => {
  database = await demoDatabase();
  started = await StartedServer.on(database, { CHAT_SCRIPT_URL: 'https://chat.example/widget.js' });
  ask = new AskedCalls(started);
  admin = await started.signIn('beatriz.cano');
  auditor = await started.signIn('laura.pineda');
});
afterAll(async () => {
  await started.stop();
  await database.drop();
});

let made = 0;
const somebody = (over: object = {}) => ({
  first_name: 'Nora',
  last_name: 'Lara',
  email: `nora.lara${++made}@frailejon.example`,
  role: 'JR',
  ...over,
});
const newSlot = async (over: object = {}): Promise<SlotRow> => {
  const body = { type: 'auditor', count: 1, start_date: '2020-01-01', due_date: null, ...over };
  const [slot] = await ask.answer(admin, product.createSlots, { params: { id: DEMO_ACCOUNT_ID }, body });
  if (slot === undefined) throw new Error('no slot was made');
  return slot;
};
const at = ({ slotId }: SlotRow, body: object = {}) => ({ params: { id: slotId }, body });

describe('slots', () => {
  it('are shown with who fills them, to whoever may see them', async () => {
    const rows = await ask.answer(admin, slots.slots, { query: { type: 'it_administrator' } });
    expect(rows).toMatchObject([
      { state: 'assigned', email: 'beatriz.cano@frailejon.example', role: 'ADMIN' },
    ]);
    expect((await ask.answer(admin, slots.slots, { query: { state: 'released' } })).length).toBe(0);
    expect(await ask.refusal(auditor, slots.slots)).toBe('403 access_not_authorized');
  });

  it('are given to somebody new, once however often the call is repeated', async () => {
    const slot = await newSlot();
    const given = { ...at(slot, somebody({ first_name: 'Nora', last_name: 'Lara' })), key: randomUUID() };
    const row = await ask.answer(admin, slots.assign, given);
    expect(row).toMatchObject({ state: 'assigned', first_name: 'Nora', role: 'JR', used: false });
    expect(await ask.answer(admin, slots.assign, given)).toEqual(row);
    const user = await ask.answer(admin, people.user, { params: { id: row.user ?? '' } });
    expect(user).toMatchObject({ user_type: 'auditor', slotId: slot.slotId });
    expect(user.username).toMatch(/^nora\.lara\d*$/);
  });

  it('go from unassigned to assigned and back, to released and to assigned again', async () => {
    const slot = await newSlot();
    const taken = somebody();
    expect((await ask.answer(admin, slots.assign, at(slot, taken))).state).toBe('assigned');
    expect((await ask.answer(admin, slots.unassign, at(slot))).state).toBe('unassigned');
    const again = await ask.answer(admin, slots.assign, at(slot, taken));
    expect(again.state).toBe('assigned');
    const released = await ask.answer(admin, slots.release, at(slot, { motivo: 'left' }));
    expect(released).toMatchObject({ state: 'released', user: null, first_name: null });
    const out = await ask.answer(admin, people.user, { params: { id: again.user ?? '' } });
    expect(out).toMatchObject({ active: false, slotId: null });
    const back = await ask.answer(admin, slots.assign, at(slot, { ...taken, role: 'SR' }));
    expect(back).toMatchObject({ user: again.user, role: 'SR' });
  });

  it('of whoever has come in are released, not taken back; whoever loses theirs is out at once', async () => {
    const session = await started.signIn('felipe.rincon');
    const own = await ask.answer(admin, people.user, { params: { id: session.user.id } });
    const slot = { params: { id: own.slotId ?? '' }, body: {} };
    expect(await ask.refusal(admin, slots.unassign, slot)).toBe('409 slot_used');
    await ask.answer(admin, slots.release, slot);
    expect((await started.get('/users/@me/', session)).status).toBe(401);
    expect(await ask.refusal(admin, slots.release, slot)).toBe('409 slot_not_assigned');
  });

  it.each<[string, object, object, string]>([
    ['that is over', { due_date: '2020-12-31' }, {}, '409 slot_expired'],
    ['of another type', { type: 'guest' }, {}, '422 slot_type_differs'],
    ['to a role of nobody', {}, { role: randomUUID() }, '404 role_not_found'],
    ['to somebody who has one', {}, { email: 'laura.pineda@frailejon.example' }, '409 has_slot'],
  ])('are refused: one %s', async (_, slot, over, expected) => {
    expect(await ask.refusal(admin, slots.assign, at(await newSlot(slot), somebody(over)))).toBe(expected);
  });

  it('that are taken, one’s own, and those of nobody are refused', async () => {
    const [taken] = await ask.answer(admin, slots.slots, { query: { state: 'assigned' } });
    if (taken === undefined) throw new Error('no slot is taken');
    expect(await ask.refusal(admin, slots.assign, at(taken, somebody()))).toBe('409 slot_taken');
    const none = { ...taken, slotId: randomUUID() };
    expect(await ask.refusal(admin, slots.assign, at(none, somebody()))).toBe('404 slot_not_found');
    const own = await ask.answer(admin, people.user, { params: { id: admin.user.id } });
    expect(await ask.refusal(admin, slots.release, { params: { id: own.slotId ?? '' }, body: {} })).toBe(
      '409 own_access',
    );
  });

  it('of the add-on come besides the own one', async () => {
    const user = demoUserId('diana.velez');
    expect(await ask.refusal(admin, slots.abiSlots)).toBe('409 addon_missing');
    expect(await ask.refusal(admin, slots.assignAbi, { body: { user } })).toBe('409 addon_missing');
    const params = { id: DEMO_ACCOUNT_ID };
    await ask.answer(admin, product.changeAccount, { params, body: { addons: ['abi'] } });
    expect(await ask.refusal(admin, slots.assignAbi, { body: { user } })).toBe('409 no_free_slot');
    const slot = await newSlot({ type: 'owner', pool: 'abi' });
    expect(await ask.answer(admin, slots.assignAbi, { body: { user } })).toMatchObject({
      slotId: slot.slotId,
      user,
    });
    expect(await ask.refusal(admin, slots.assignAbi, { body: { user } })).toBe('409 has_slot');
    expect((await ask.answer(admin, slots.abiSlots)).map(({ slotId }) => slotId)).toEqual([slot.slotId]);
    expect((await ask.answer(admin, slots.releaseAbi, { query: { user } })).state).toBe('released');
    expect(await ask.refusal(admin, slots.releaseAbi, { query: { user } })).toBe('409 slot_not_assigned');
    const stranger = { body: { user: randomUUID() } };
    expect(await ask.refusal(admin, slots.assignAbi, stranger)).toBe('404 user_not_found');
  });
});

describe('roles', () => {
  const create = (over: object = {}) => ({ body: { nombre: `Rol ${++made}`, key: 'JR', ...over } });
  const creating = (over: object) => (): Parameters<AskedCalls['refusal']> => [
    admin,
    roles.create,
    create(over),
  ];

  it('are told under both names, the built-in ones first', async () => {
    const rows = await ask.answer(admin, roles.roles);
    expect(await ask.answer(admin, roles.paramlist)).toEqual(rows);
    expect(rows.slice(0, 6).map(({ id, nombre, usuarios }) => [id, nombre, usuarios > 0])).toEqual([
      ['ADMIN', 'Administrador', true],
      ['PM', 'Gerente', true],
      ['SR', 'Líder', true],
      ['JR', 'Auditor', true],
      ['OWNER', 'Responsable de planes de acción', true],
      ['GUEST', 'Invitado', true],
    ]);
  });

  it('are made, copied, renamed, given and deleted', async () => {
    const role = await ask.answer(admin, roles.create, create({ copia_de: 'JR', description: 'De TI' }));
    expect(role).toMatchObject({ key: 'JR', propio: true, usuarios: 0, description: 'De TI' });
    const params = { id: role.id };
    const nombre = `Auditor de TI ${++made}`;
    expect(await ask.answer(admin, roles.rename, { params, body: { nombre } })).toMatchObject({
      nombre,
      description: 'De TI',
    });
    const body = { permissions: { 'audits.list': 1, 'plan.treeitem__delete': { '2': 1 } } };
    expect(await ask.answer(admin, roles.setPermissions, { params, body })).toEqual(body);
    expect(await ask.answer(admin, roles.paramlistPermissions, { params })).toEqual(body);
    const user = await ask.answer(admin, people.createUser, {
      body: { ...somebody({ role: role.id }), username: `rol.propio${++made}` },
    });
    expect(user).toMatchObject({ role: 'JR', role_id: role.id, role_name: nombre });
    expect(await ask.refusal(admin, roles.remove, { params })).toBe('409 role_in_use');
    const asJunior = { ...somebody(), email: user.email, first_name: 'Nora', last_name: 'Lara' };
    await ask.answer(admin, people.editUser, { params: { id: user.id }, body: asJunior });
    expect(await ask.answer(admin, roles.remove, { params })).toEqual({ deleted: true });
    expect(await ask.refusal(admin, roles.permissions, { params })).toBe('404 role_not_found');
  });

  it.each<[string, () => Parameters<AskedCalls['refusal']>, string]>([
    ['under a name that is taken', creating({ nombre: 'Auditor XX' }), '409 role_name_taken'],
    ['under the name of a built-in one', creating({ nombre: 'lider' }), '409 role_name_built_in'],
    ['under half of what pages call one', creating({ nombre: 'Director' }), '409 role_name_built_in'],
    ['under such a name in another language', creating({ nombre: 'Plan owner' }), '409 role_name_built_in'],
    ['as a copy of another type', creating({ copia_de: 'SR' }), '409 role_type_differs'],
    ['as a copy of none', creating({ copia_de: randomUUID() }), '404 role_not_found'],
    ['of administrators', creating({ key: 'ADMIN' }), '409 role_is_built_in'],
    ['by an auditor', () => [auditor, roles.create, create()], '403 access_not_authorized'],
    [
      'with a key of nobody',
      () => [admin, roles.setPermissions, { params: { id: 'SR' }, body: { permissions: { 'plan.fly': 1 } } }],
      '422 permission_unknown',
    ],
    [
      'with less for administrators',
      () => [admin, roles.setParamlistPermissions, { params: { id: 'ADMIN' }, body: { permissions: {} } }],
      '409 role_is_built_in',
    ],
    [
      'built in, by another name',
      () => [admin, roles.rename, { params: { id: 'SR' }, body: { nombre: 'Otro' } }],
      '409 role_is_built_in',
    ],
    ['built in, no more', () => [admin, roles.remove, { params: { id: 'SR' } }], '409 role_is_built_in'],
  ])('are refused %s', async (_, asked, expected) => {
    await ask.refusal(admin, roles.create, { body: { nombre: 'Auditor XX', key: 'JR' } });
    expect(await ask.refusal(...asked())).toBe(expected);
  });

  it('never give more than whoever gives them has', async () => {
    const before = await ask.answer(admin, roles.permissions, { params: { id: 'PM' } });
    const body = { permissions: { 'user_roles.*': 1, 'audits.list': 1 } };
    await ask.answer(admin, roles.setPermissions, { params: { id: 'PM' }, body });
    const manager = await started.signIn('claudia.restrepo');
    const more = { params: { id: 'JR' }, body: { permissions: { 'users.forget': 1 } } };
    expect(await ask.refusal(manager, roles.setPermissions, more)).toBe('403 beyond_own_rights');
    await ask.answer(admin, roles.setPermissions, { params: { id: 'PM' }, body: before });
  });

  it('change what people may do from that moment on', async () => {
    const before = await ask.answer(admin, roles.permissions, { params: { id: 'GUEST' } });
    const guest = await started.signIn('hernan.duque');
    await ask.answer(guest, people.users);
    const body = { permissions: { ...before.permissions, 'users.list': 0 } };
    await ask.answer(admin, roles.setPermissions, { params: { id: 'GUEST' }, body });
    expect(await ask.refusal(guest, people.users)).toBe('403 access_not_authorized');
    await ask.answer(admin, roles.setPermissions, { params: { id: 'GUEST' }, body: before });
    await ask.answer(guest, people.users);
  });
});

describe('what happened to access', () => {
  it('tells of the account and of all its people, by name', async () => {
    const body = { ...somebody({ first_name: 'Olga', last_name: 'Nieto' }), username: `olga.nieto${++made}` };
    const user = await ask.answer(admin, people.createUser, { body });
    const params = { id: user.id };
    await ask.answer(admin, people.lock, { params, body: { locked: true, motivo: 'left' } });
    const rows = await ask.answer(admin, account.history);
    expect(rows[0]).toMatchObject({
      type: 'UserLocked',
      author: 'Beatriz Cano',
      person: 'Olga Nieto',
      motivo: 'left',
    });
    expect(rows.slice(1, 3).map(({ type, person }) => [type, person])).toEqual([
      ['UserRegistered', 'Olga Nieto'],
      ['SlotAssigned', 'Olga Nieto'],
    ]);
    expect(rows.filter(({ type }) => type === 'SignedIn')).toEqual([]);
    expect(await ask.refusal(auditor, account.history)).toBe('403 access_not_authorized');
  });
});

describe('the mail log', () => {
  const body = { ...somebody({ first_name: 'Inés', last_name: 'Paz' }), username: 'ines.paz' };
  const LINK = /token=[\w-]{20,}/;

  it('shows links to administrators, what is left to others who may see it, and nothing to guests', async () => {
    await ask.answer(admin, people.createUser, { body });
    const read = async (session: SessionData) => {
      const mails = await ask.answer(session, account.mailLog, { query: { state: 'kept' } });
      return mails.find(({ to }) => to === body.email)?.text ?? '';
    };
    expect(await read(admin)).toMatch(LINK);
    const reading = async (key: 'SR' | 'GUEST', check: () => Promise<void>) => {
      const params = { id: key };
      const before = await ask.answer(admin, roles.permissions, { params });
      const permissions = { ...before.permissions, 'mail_log.access': 1 };
      await ask.answer(admin, roles.setPermissions, { params, body: { permissions } });
      await check();
      await ask.answer(admin, roles.setPermissions, { params, body: before });
    };
    await reading('SR', async () => {
      const text = await read(await started.signIn('andres.murcia'));
      expect(text).toContain('Inés');
      expect(text).not.toMatch(LINK);
    });
    await reading('GUEST', async () => {
      const guest = await started.signIn('hernan.duque');
      expect(await ask.refusal(guest, account.mailLog)).toBe('403 access_not_authorized');
    });
  });
});

describe('the account', () => {
  const PNG = Buffer.from('89504e470d0a1a0a0000', 'hex');
  const logo = (bytes: Buffer) =>
    started
      .api()
      .put('/api/account/logo/')
      .set('Authorization', `Token ${admin.token}`)
      .set('Content-Type', 'image/png')
      .send(bytes);

  it('has a logo: JPG or PNG by its first bytes, 2 MB at most', async () => {
    expect(await ask.refusal(auditor, account.logo)).toBe('404 not_found');
    expect((await logo(Buffer.from('<svg onload="x"/>'))).body).toMatchObject({ code: 'logo_format' });
    expect((await logo(Buffer.concat([PNG, Buffer.alloc(2 * 1024 * 1024)]))).body).toMatchObject({
      code: 'logo_size',
    });
    const before = await ask.answer(auditor, account.storageQuota);
    expect((await logo(PNG)).status).toBe(200);
    const told = await started.get('/account/logo/', auditor).buffer(true).expect(200);
    expect([told.headers['content-type'], told.body]).toEqual(['image/png', PNG]);
    expect(told.headers['content-disposition']).toBe('inline; filename="logo.png"');
    const withLogo = await ask.answer(auditor, account.storageQuota);
    expect(withLogo).toEqual({ used: before.used + PNG.length, total: 5 * 1024 ** 3, reserved: 0 });
    expect(await ask.refusal(auditor, account.removeLogo)).toBe('403 access_not_authorized');
    expect(await ask.answer(admin, account.removeLogo)).toEqual({ removed: true });
    expect(await ask.answer(auditor, account.storageQuota)).toEqual(before);
    expect(await ask.refusal(auditor, account.logo)).toBe('404 not_found');
  });

  it('takes the space of the texts that its people wrote, and of their files', async () => {
    const { rows } = await started.server.foundation.pool.query<{ texts: number; files: number }>(
      `select (select sum(length(convert_to(body, $2)))::int from vault.text_body where account_id = $1) as texts,
              (select sum(bytes)::int from vault.stored_file where account_id = $1) as files`,
      [DEMO_ACCOUNT_ID, 'UTF8'],
    );
    const { texts = 0, files = 0 } = rows[0] ?? {};
    expect(Math.min(texts, files)).toBeGreaterThan(0);
    expect((await ask.answer(auditor, account.storageQuota)).used).toBe(texts + files);
  });

  it('has settings that pages read', async () => {
    const set = (key: string, value: unknown) => ({ body: { key, value } });
    const { records } = await ask.answer(admin, account.setPublicSetting, set('second_chat', 1));
    expect(records).toContainEqual({ key: 'second_chat', value: 1 });
    expect((await ask.answer(auditor, account.publicSettings)).records).toEqual(records);
    expect(await ask.refusal(admin, account.setPublicSetting, set('time_zone', 'Marte/Cráter'))).toBe(
      '400 invalid_request',
    );
    expect(await ask.refusal(admin, account.setPublicSetting, set('other', 1))).toBe('400 invalid_request');
    expect(await ask.refusal(auditor, account.setPublicSetting, set('chat', true))).toBe(
      '403 access_not_authorized',
    );
  });

  it('has a language and a time zone, for people without their own', async () => {
    const set = (key: string, value: unknown) =>
      ask.answer(admin, account.setPublicSetting, { body: { key, value } });
    const told = async () => (await started.get('/users/@me/', auditor)).body.data as unknown;
    expect(await told()).toMatchObject({ language: null, time_zone: 'America/Bogota' });
    await set('language', 'en');
    await set('time_zone', 'America/Lima');
    expect(await told()).toMatchObject({ language: 'en', time_zone: 'America/Lima' });
    await Promise.all([set('language', 'es'), set('time_zone', 'America/Bogota')]);
    expect(await told()).toMatchObject({ language: 'es', time_zone: 'America/Bogota' });
  });

  it('has rules for passwords, which hold from then on', async () => {
    const before = await ask.answer(auditor, account.passwordRules);
    expect(before).toMatchObject({ min_length: 12, max_length: 128, special: false });
    const body = { ...before, min_length: 20, special: true };
    expect(await ask.answer(admin, account.setPasswordRules, { body })).toEqual(body);
    expect(await ask.refusal(admin, account.setPasswordRules, { body: { ...body, min_length: 5 } })).toBe(
      '400 invalid_request',
    );
    const six = { ...before, min_length: 6 };
    expect(await ask.answer(admin, account.setPasswordRules, { body: six })).toMatchObject({ min_length: 8 });
    await ask.answer(admin, account.setPasswordRules, { body: before });
  });

  it('may ask everybody for a second factor', async () => {
    expect(await ask.answer(admin, account.requireSecondFactor, { body: { required: true } })).toEqual({
      required: true,
    });
    expect((await ask.answer(auditor, account.publicSettings)).records.length).toBeGreaterThan(0);
    expect(await ask.refusal(auditor, people.users)).toBe('403 second_factor_required');
    expect((await started.get('/users/@me/', auditor)).status).toBe(200);
    expect(await ask.refusal(admin, account.requireSecondFactor, { body: { required: false } })).toBe(
      '403 second_factor_required',
    );
  });
});

describe('what pages tell and are told', () => {
  it('of the installation, to anybody', async () => {
    const told = await started.api().get('/api/sys/shell/').expect(200);
    expect(told.body.data).toEqual({
      development: true,
      chat: { script: 'https://chat.example/widget.js', second_script: null },
      telemetry: false,
      methods: ['password'],
    });
  });

  it('of a fault, also by somebody who is not signed in, and not without end', async () => {
    const body = { error: 'TypeError: x', errorInfo: null, url: '/audits/', env: 'test' };
    await ask.answer({ token: 'nobody' }, shell.errorReport, { body });
    await ask.answer(auditor, shell.errorReport, { body });
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => ask.refusal(auditor, shell.errorReport, { body })),
    );
    expect(answers).toContain('429 too_many_requests');
  });
});
