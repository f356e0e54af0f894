import { randomUUID } from 'node:crypto';
import {
  accessCalls,
  userId,
  type SessionData,
  type UserDetail,
  type UserType,
} from '@cotejo/access-contracts';
import { decidePerson } from '@cotejo/access-domain';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { AskedCalls } from './asked-calls.fixture.ts';
import { DEMO_ACCOUNT_ID, demoUserId } from '../demo/seed-demo-account.ts';
import { serverOfThisFile } from '../server-of-this-file.fixture.ts';
import type { StartedServer } from '../started-server.fixture.ts';

const calls = accessCalls.people;
const NEW_PASSWORD = 'tres-loros-verdes-cantan';

const server = serverOfThisFile();
let started: StartedServer;
let ask: AskedCalls;
let admin: SessionData;
let auditor: SessionData;

beforeAll(async () => {
  started = server();
  ask = new AskedCalls(started);
  admin = await started.signIn('beatriz.cano');
  auditor = await started.signIn('laura.pineda');
  for (const type of ['auditor', 'administrator', 'owner', 'guest'] as const) await addSlots(type, 60);
});

const addSlots = (type: UserType, count: number) =>
  ask.answer(admin, accessCalls.product.createSlots, {
    params: { id: DEMO_ACCOUNT_ID },
    body: { type, count, start_date: '2020-01-01', due_date: null },
  });

let made = 0;
const person = (over: object = {}) => {
  const username = `nueva.persona${++made}`;
  const email = `${username}@frailejon.example`;
  return { username, first_name: 'Nueva', last_name: 'Persona', email, role: 'JR', ...over };
};
const added = (over: object = {}): Promise<UserDetail> =>
  ask.answer(admin, calls.createUser, { body: person(over) });
const withPassword = async (over: object = {}): Promise<UserDetail> => {
  const user = await added(over);
  const body = { password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD, generate_password: false };
  await ask.answer(admin, calls.editUser, { params: { id: user.id }, body });
  return user;
};
const detail = (id: string): Promise<UserDetail> => ask.answer(admin, calls.user, { params: { id } });
const data = (user: UserDetail, over: object = {}) => {
  const { first_name, last_name, email, role } = user;
  return { first_name, last_name, email, role, ...over };
};

/** A user who signed in through a directory that this installation no longer has configured. */
async function vouchedFor(): Promise<string> {
  const { id } = await added();
  const { changes } = started.server.foundation.access.admin;
  const author = { name: 'system:test', actor: null };
  const user = userId.parse(id);
  await changes.within(DEMO_ACCOUNT_ID, author, { code: 'upkeep' }, (change) =>
    change.ofPerson(user, (facts, account, by) =>
      decidePerson(facts, account, user, { kind: 'method', method: 'google' }, by),
    ),
  );
  return id;
}

describe('the list of people', () => {
  it('tells administrators e-mails and states, and others who is who', async () => {
    const all = await ask.answer(admin, calls.users);
    expect(all.find(({ username }) => username === 'marta.suarez')).toMatchObject({
      email: 'marta.suarez@frailejon.example',
      role: 'OWNER',
      role_id: 'OWNER',
      role_name: 'Responsable de planes de acción',
      locked: false,
      forgotten: false,
    });
    const told = await ask.answer(auditor, calls.users);
    expect(told.length).toBe(all.length);
    expect(JSON.stringify(told)).not.toContain('@');
  });

  it.each([
    [{ q: 'suárez' }, ['marta.suarez']],
    [{ q: 'MARTA.SUAREZ@' }, ['marta.suarez']],
    [{ role: 'SR' }, ['andres.murcia']],
    [{ user_type: 'it_administrator' }, ['beatriz.cano']],
    [{ locked: '1' }, []],
  ])('is narrowed by %j', async (query, expected) => {
    const rows = await ask.answer(admin, calls.users, { query });
    expect(rows.map(({ username }) => username)).toEqual(expected);
  });

  it('lets nobody find out an e-mail who may not see it', async () => {
    expect(await ask.answer(auditor, calls.users, { query: { q: '@frailejon' } })).toEqual([]);
  });

  it('is for whoever may list; one person for administrators', async () => {
    const owner = await started.signIn('marta.suarez');
    expect(await ask.refusal(owner, calls.users)).toBe('403 access_not_authorized');
    const params = { id: owner.user.id };
    expect(await ask.refusal(auditor, calls.user, { params })).toBe('403 access_not_authorized');
    expect(await ask.refusal(admin, calls.user, { params: { id: randomUUID() } })).toBe('404 user_not_found');
  });
});

describe('adding a person', () => {
  it('makes them known at once, on the log without any name', async () => {
    const user = await added({ position: 'Auditora', code: 'A-7', area: 'Interna', motivo: 'joined' });
    expect(await detail(user.id)).toMatchObject({
      role: 'JR',
      user_type: 'auditor',
      code: 'A-7',
      area: 'Interna',
    });
    const events = await ask.answer(admin, calls.history, { params: { id: user.id } });
    expect(events.map(({ type, author }) => [type, author])).toEqual([
      ['UserRegistered', 'Beatriz Cano'],
      ['SlotAssigned', 'Beatriz Cano'],
    ]);
    expect(JSON.stringify(events)).not.toContain(user.username);
  });

  it.each<[string, object, string]>([
    ['a user name that somebody has', { username: 'Marta.Suarez' }, '409 username_taken'],
    ['an e-mail that somebody has', { email: 'MARTA.SUAREZ@frailejon.example' }, '409 email_taken'],
    ['a user name with blanks', { username: 'dos palabras' }, '422 username_invalid'],
    ['a role of nobody', { role: randomUUID() }, '404 role_not_found'],
    ['a role that the type cannot have', { role: 'GUEST', user_type: 'auditor' }, '422 slot_type_differs'],
    ['no name', { first_name: ' ' }, '400 invalid_request'],
  ])('is refused with %s', async (_, over, expected) => {
    expect(await ask.refusal(admin, calls.createUser, { body: person(over) })).toBe(expected);
  });

  it('is refused to whoever may not, and repeated under its key', async () => {
    expect(await ask.refusal(auditor, calls.createUser, { body: person() })).toBe(
      '403 access_not_authorized',
    );
    const given = { body: person(), key: randomUUID() };
    const first = await ask.answer(admin, calls.createUser, given);
    expect((await ask.answer(admin, calls.createUser, given)).id).toBe(first.id);
  });
});

describe('editing a person', () => {
  it('needs consent for the name and the e-mail, and none for the position', async () => {
    const user = await added();
    const edit = (over: object) => ({ params: { id: user.id }, body: data(user, over) });
    expect(await ask.refusal(admin, calls.editUser, edit({ last_name: 'Otra' }))).toBe(
      '422 consent_required',
    );
    const moved = await ask.answer(admin, calls.editUser, edit({ position: 'Líder', area: 'TI' }));
    expect(moved).toMatchObject({ position: 'Líder', area: 'TI', last_name: 'Persona' });
    const named = await ask.answer(admin, calls.editUser, edit({ last_name: 'Zea', consent: true }));
    expect(named).toMatchObject({ last_name: 'Zea', sigla: 'NZ', position: 'Líder' });
    const [newest] = await ask.answer(admin, calls.history, { params: { id: user.id } });
    expect(newest).toMatchObject({ type: 'UserEdited', data: { fields: ['last_name'], consent: true } });
  });

  it('changes the role, and with it what the person may do', async () => {
    const user = await added();
    const to = (role: string) => ({
      params: { id: user.id },
      body: data(user, { role, motivo: 'new_duties' }),
    });
    const leader = await ask.answer(admin, calls.editUser, to('SR'));
    expect(leader).toMatchObject({ role: 'SR', user_type: 'auditor' });
    // The user's slot is an auditor slot.
    expect(await ask.refusal(admin, calls.editUser, to('GUEST'))).toBe('422 slot_type_differs');
  });

  it.each<[string, object, string]>([
    ['a user name that somebody has', { username: 'marta.suarez' }, '409 username_taken'],
    [
      'an e-mail that somebody has',
      { email: 'marta.suarez@frailejon.example', consent: true },
      '409 email_taken',
    ],
    ['a role of nobody', { role: randomUUID() }, '404 role_not_found'],
  ])('is refused with %s, and nothing of it is changed', async (_, over, expected) => {
    const user = await added();
    const given = { params: { id: user.id }, body: data(user, { position: 'Otra', ...over }) };
    expect(await ask.refusal(admin, calls.editUser, given)).toBe(expected);
    expect(await detail(user.id)).toEqual(user);
  });

  it('of one’s own role is for somebody else', async () => {
    const own = await detail(admin.user.id);
    const given = { params: { id: own.id }, body: data(own, { role: 'JR' }) };
    expect(await ask.refusal(admin, calls.editUser, given)).toBe('409 own_access');
  });

  it('leaves administrators to administrators', async () => {
    const permissions = { 'users.*': 1 };
    const set = { params: { id: 'PM' }, body: { permissions } };
    const matrix = await ask.answer(admin, accessCalls.roles.permissions, { params: { id: 'PM' } });
    await ask.answer(admin, accessCalls.roles.setPermissions, set);
    const manager = await started.signIn('claudia.restrepo');
    const lock = { params: { id: admin.user.id }, body: { locked: true } };
    expect(await ask.refusal(manager, calls.lock, lock)).toBe('403 beyond_own_rights');
    expect(await ask.refusal(manager, calls.createUser, { body: person({ role: 'ADMIN' }) })).toBe(
      '403 beyond_own_rights',
    );
    expect(await ask.refusal(manager, calls.endSessions, { params: { id: admin.user.id } })).toBe(
      '403 beyond_own_rights',
    );
    await ask.answer(admin, accessCalls.roles.setPermissions, { params: { id: 'PM' }, body: matrix });
  });
});

describe('a password given by an administrator', () => {
  const set = (id: string, password: string, confirmation = password) => ({
    params: { id },
    body: { password, password_confirmation: confirmation, generate_password: false },
  });

  it('is for the first time only: the person must choose another', async () => {
    const user = await added();
    const body = { generate_password: true, motivo: 'joined' };
    const { generated_password: password } = await ask.answer(admin, calls.editUser, {
      params: { id: user.id },
      body,
    });
    const session = await ask.signingIn(user.username, password ?? '');
    expect(session).toMatchObject({ type: 'Token' });
    expect(await ask.refusal(session as SessionData, calls.users)).toBe('403 password_reset_required');
  });

  it.each<[string, string, string, string]>([
    ['too short', 'corta', 'corta', '422 password_length'],
    ['typed differently', NEW_PASSWORD, 'otra-cosa-distinta', '422 passwords_differ'],
    ['all of one letter', 'aaaaaaaaaaaaaaaa', 'aaaaaaaaaaaaaaaa', '422 password_guessable'],
  ])('is refused when %s', async (_, password, confirmation, expected) => {
    const { id } = await added();
    expect(await ask.refusal(admin, calls.editUser, set(id, password, confirmation))).toBe(expected);
  });

  it('is none of the last, none of one’s own, and none where a directory vouches', async () => {
    const { id } = await withPassword();
    expect(await ask.refusal(admin, calls.editUser, set(id, NEW_PASSWORD))).toBe('422 password_reused');
    expect(await ask.refusal(admin, calls.editUser, set(admin.user.id, NEW_PASSWORD))).toBe('409 own_access');
    const outside = await vouchedFor();
    expect(await ask.refusal(admin, calls.editUser, set(outside, NEW_PASSWORD))).toBe('409 password_not_own');
  });
});

describe('taking access away', () => {
  it('ends every session of whoever is locked, at once', async () => {
    const user = await withPassword();
    const session = (await ask.signingIn(user.username, NEW_PASSWORD)) as SessionData;
    const lock = (locked: boolean) => ({
      params: { id: user.id },
      body: { locked, motivo: 'left', motivo_texto: 'Terminó su contrato' },
    });
    expect(await ask.answer(admin, calls.lock, lock(true))).toMatchObject({ locked: true, active: false });
    expect((await started.get('/users/@me/', session)).status).toBe(401);
    expect(await ask.signingIn(user.username, NEW_PASSWORD)).toBeTypeOf('string');
    expect(await ask.refusal(admin, calls.lock, lock(true))).toBe('409 already_so');
    expect(await ask.answer(admin, calls.lock, lock(false))).toMatchObject({ locked: false, active: true });
    expect(await ask.signingIn(user.username, NEW_PASSWORD)).toMatchObject({ type: 'Token' });
    const history = await ask.answer(admin, calls.history, { params: { id: user.id } });
    expect(history.find(({ type }) => type === 'UserLocked')).toMatchObject({
      author: 'Beatriz Cano',
      motivo: 'left',
      motivo_texto: 'Terminó su contrato',
    });
  });

  it('of one’s own is refused', async () => {
    const params = { id: admin.user.id };
    expect(await ask.refusal(admin, calls.lock, { params, body: { locked: true } })).toBe('409 own_access');
    expect(await ask.refusal(admin, calls.forget, { params })).toBe('409 own_access');
  });

  it('changes how somebody signs in, and forces another password', async () => {
    const { id } = await withPassword();
    const method = (auth_method: string) => ({ params: { id }, body: { auth_method } });
    expect(await ask.answer(admin, calls.forceReset, { params: { id }, body: {} })).toMatchObject({ id });
    expect(await ask.refusal(admin, calls.setMethod, method('azure_ad'))).toBe('409 method_not_offered');
    expect(await ask.refusal(admin, calls.setMethod, method('password'))).toBe('409 already_so');
    const params = { id: await vouchedFor() };
    expect(await ask.refusal(admin, calls.forceReset, { params, body: {} })).toBe('409 password_not_own');
    const back = { params, body: { auth_method: 'password' } };
    expect(await ask.answer(admin, calls.setMethod, back)).toMatchObject({ auth_method: 'password' });
    expect(await ask.refusal(admin, calls.removeOtp, { params: { id } })).toBe('409 already_so');
    expect(await ask.answer(admin, calls.releaseSignIn, { params: { id } })).toMatchObject({
      throttled_until: null,
    });
  });

  it('shows and ends the sessions of somebody else', async () => {
    const session = await started.signIn('oscar.benitez');
    const params = { id: session.user.id };
    expect(await ask.answer(admin, calls.sessions, { params })).toMatchObject([
      { current: false, method: 'password' },
    ]);
    const query = { motivo: 'security', motivo_texto: 'Equipo perdido' } as const;
    expect(await ask.answer(admin, calls.endSessions, { params, query })).toEqual({ ended: 1 });
    const why = { type: 'SignedOut', motivo: 'security', motivo_texto: 'Equipo perdido' };
    expect((await ask.answer(admin, calls.history, { params }))[0]).toMatchObject(why);
    expect((await ask.answer(admin, accessCalls.account.history))[0]).toMatchObject(why);
    expect((await started.get('/users/@me/', session)).status).toBe(401);
    expect(await ask.answer(admin, calls.endSessions, { params })).toEqual({ ended: 0 });
  });
});

describe('what is kept of a person', () => {
  it('is given out whole, without secrets, and that is written down', async () => {
    const user = await withPassword();
    await ask.signingIn(user.username, NEW_PASSWORD);
    const told = JSON.stringify(await ask.answer(admin, calls.exportData, { params: { id: user.id } }));
    expect(told).toContain(user.email);
    expect(told).not.toContain('argon2');
    const [newest] = await ask.answer(admin, calls.history, { params: { id: user.id } });
    expect(newest?.type).toBe('PersonalDataExported');
    expect(JSON.stringify(await ask.answer(auditor, accessCalls.oneself.ownData))).toContain('laura.pineda');
  });

  it('is forgotten for good: nothing of it is left in the vault, and the id stays', async () => {
    const user = await ask.answer(admin, calls.createUser, {
      body: person({ first_name: 'Ismaelina', email: 'ismaelina@frailejon.example' }),
      key: randomUUID(),
    });
    const body = { password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD, generate_password: false };
    await ask.answer(admin, calls.editUser, { params: { id: user.id }, body });
    expect(await vaultDump()).toMatch(/ismaelina/i);
    const session = (await ask.signingIn(user.username, NEW_PASSWORD)) as SessionData;
    const lock = { locked: true, motivo_texto: 'Ismaelina se fue' };
    await ask.answer(admin, calls.lock, { params: { id: user.id }, body: lock });
    const given = { params: { id: user.id }, query: { motivo: 'left', motivo_texto: 'Lo pidió Ismaelina' } };
    expect(await ask.answer(admin, calls.forget, given)).toEqual({ forgotten: true });
    expect(await vaultDump()).not.toMatch(/ismaelina/i);
    expect((await started.get('/users/@me/', session)).status).toBe(401);
    expect(await detail(user.id)).toMatchObject({
      forgotten: true,
      active: false,
      first_name: '',
      email: '',
    });
    expect((await ask.answer(auditor, calls.users)).map(({ id }) => id)).not.toContain(user.id);
    expect(await ask.refusal(admin, calls.forget, given)).toBe('410 user_forgotten');
    expect(await ask.refusal(admin, calls.exportData, { params: { id: user.id } })).toBe(
      '410 user_forgotten',
    );
    const again = person({ email: 'ismaelina@frailejon.example' });
    expect(await ask.answer(admin, calls.createUser, { body: again })).not.toMatchObject({ id: user.id });
  });

  async function vaultDump(): Promise<string> {
    const client = new pg.Client({ connectionString: started.server.foundation.database.ownerUrl });
    await client.connect();
    try {
      const { rows: tables } = await client.query<{ name: string }>(
        `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
          where table_schema = 'vault' or (table_schema, table_name) = ('es', 'answer')`,
      );
      const dumps: string[] = [];
      for (const { name } of tables) {
        const { rows } = await client.query(`select t::text as row from ${name} t`);
        dumps.push(JSON.stringify(rows));
      }
      return dumps.join('\n');
    } finally {
      await client.end();
    }
  }
});

it('tells hours and days of a year', async () => {
  const own = await ask.answer(auditor, calls.ownYears);
  expect(own.find(({ ano }) => ano === 2026)).toMatchObject({
    horas_dia: [
      { desde: '2025-07-15', horas: 8.8 },
      { desde: '2026-07-15', horas: 8.4 },
    ],
    dias_vacaciones: 15,
  });
  const params = { id: demoUserId('andres.murcia') };
  expect(await ask.answer(auditor, calls.years, { params })).toEqual(own);
});
