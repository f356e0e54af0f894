import { randomUUID } from 'node:crypto';
import { accessCalls, type AccountId, type SessionData, type UserDetail } from '@cotejo/access-contracts';
import { testDatabase, type TestDatabase } from '@cotejo/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AskedCalls } from './asked-calls.fixture.ts';
import { codeOfApp } from './one-time-code.fixture.ts';
import { StartedServer } from '../started-server.fixture.ts';

const { people, oneself, account: ofAccount } = accessCalls;
const PASSWORD = 'tres-loros-verdes-cantan';
const OWN = 'dos tucanes callan hoy';

let database: TestDatabase;
let started: StartedServer;
let ask: AskedCalls;
/** Administrators of two accounts. */
let admin: SessionData;
let elsewhere: SessionData;

beforeAll(async () => {
  database = await testDatabase();
  started = await StartedServer.start({
    DATABASE_URL: database.appUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    COTEJO_SEED_DEMO: '0',
  });
  ask = new AskedCalls(started);
  await installed('jefa.cauca', 'Firma Cauca');
  await installed('jefe.choco', 'Firma Chocó');
  admin = await signedIn('jefa.cauca');
  elsewhere = await signedIn('jefe.choco');
});
afterAll(async () => {
  await started.stop();
  await database.drop();
});

const named = (username: string) => ({
  username,
  first_name: 'Nueva',
  last_name: 'Persona',
  email: `${username}@firma.example`,
});

async function installed(username: string, name: string): Promise<AccountId> {
  const { account } = await started.server.foundation.access.admin.accounts.install('system:test', {
    name,
    edition: 'firm',
    record: { ...named(username), position: null, area: null, code: null },
    password: PASSWORD,
  });
  return account;
}

async function signedIn(username: string, password = PASSWORD): Promise<SessionData> {
  const session = await ask.signingIn(username, password);
  if (typeof session === 'string') throw new Error(session);
  return session;
}

const added = (role = 'JR'): Promise<UserDetail> =>
  ask.answer(admin, people.createUser, { body: { ...named(`u${randomUUID().slice(0, 8)}`), role } });

/** A user who has chosen a password. */
async function settled(role?: string): Promise<{ readonly user: UserDetail; readonly session: SessionData }> {
  const user = await added(role);
  const given = { password: PASSWORD, password_confirmation: PASSWORD, generate_password: false };
  await ask.answer(admin, people.editUser, { params: { id: user.id }, body: given });
  const session = await signedIn(user.username);
  const chosen = { current: PASSWORD, password: OWN, password_confirmation: OWN };
  await ask.answer(session, oneself.changePassword, { body: chosen });
  return { user, session };
}

describe('the mail log', () => {
  it('tells administrators whom their own account invited', async () => {
    const user = await added();
    const mails = await ask.answer(admin, ofAccount.mailLog, { query: { state: 'kept' } });
    const invitation = mails.find(({ to }) => to === user.email);
    expect(invitation).toMatchObject({ subject: 'Invitación a Cotejo', state: 'kept', fault: null });
    expect(invitation?.text).toMatch(/\/profile\/ResetPassword\/\?pkg=audit#uid=/);
    expect(await ask.answer(elsewhere, ofAccount.mailLog)).toEqual([]);
  });

  it('keeps a link of whoever administers the product from other administrators', async () => {
    const { user, session } = await settled('ADMIN');
    const { access } = started.server.foundation;
    for (const email of ['jefa.cauca@firma.example', user.email])
      access.resets.ask(email, 'audit', '10.2.0.1');
    await access.resets.settle();
    const hasLink = async (reader: SessionData, of: string) => {
      const mails = await ask.answer(reader, ofAccount.mailLog);
      const reset = mails.find(({ to, subject }) => to === of && subject.startsWith('Cambio'));
      return reset?.text.includes('#uid=');
    };
    expect(await hasLink(session, 'jefa.cauca@firma.example')).toBe(false);
    expect(await hasLink(session, user.email)).toBe(true);
    expect(await hasLink(admin, 'jefa.cauca@firma.example')).toBe(true);
    expect(await hasLink(admin, user.email)).toBe(true);
  });

  it.each(['PM', 'SR', 'JR', 'OWNER', 'GUEST'])('is closed to role %s', async (role) => {
    const { session } = await settled(role);
    expect(await ask.refusal(session, ofAccount.mailLog)).toBe('403 access_not_authorized');
  });
});

it('whoever tried while they were locked comes in at once when the lock goes', async () => {
  const { user } = await settled();
  const lock = (locked: boolean) => ({ params: { id: user.id }, body: { locked } });
  await ask.answer(admin, people.lock, lock(true));
  const { signIn } = started.server.foundation.access;
  const tried = { username: user.username, pkg: 'audit', account: undefined, userAgent: '', password: OWN };
  for (let i = 0; i < 10; i++) {
    await expect(signIn.signIn({ ...tried, ip: `10.1.0.${i}` })).rejects.toThrow();
  }
  expect(await ask.signingIn(user.username, OWN)).toBe('account_locked');
  expect(await ask.answer(admin, people.lock, lock(false))).toMatchObject({ throttled_until: null });
  expect(await ask.signingIn(user.username, OWN)).toMatchObject({ type: 'Token' });
});

it('a lost telephone goes with its secret and its codes, and the person is told', async () => {
  const { user, session } = await settled();
  const { secret } = await ask.answer(session, oneself.startOtp, { body: { password: OWN } });
  await ask.answer(session, oneself.confirmOtp, { body: { code: codeOfApp(secret) } });
  const kept = () =>
    Promise.all(
      ['totp', 'recovery_code'].map(async (table) => {
        const query = `select from vault.${table} where user_id = $1`;
        return (await started.server.foundation.pool.query(query, [user.id])).rowCount;
      }),
    );
  expect(await kept()).toEqual([1, 10]);
  expect(await ask.answer(admin, people.removeOtp, { params: { id: user.id } })).toMatchObject({
    otp_active: false,
  });
  expect(await kept()).toEqual([0, 0]);
  const mails = await ask.answer(admin, ofAccount.mailLog);
  expect(mails.filter(({ to }) => to === user.email).map(({ subject }) => subject)).toContain(
    'Verificación en dos pasos desactivada en Cotejo',
  );
  expect(await ask.signingIn(user.username, OWN)).toMatchObject({ type: 'Token' });
});
