import {
  accessCalls,
  userProfile,
  type AccountId,
  type SessionData,
  type UserProfile,
} from '@cotejo/access-contracts';
import { errorEnvelope, type Call } from '@cotejo/http/contracts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AskedCalls, type Given } from './asked-calls.fixture.ts';
import { serverOfThisFile } from '../server-of-this-file.fixture.ts';
import type { StartedServer } from '../started-server.fixture.ts';

const { account: ofAccount, oneself, people, product, roles } = accessCalls;
const PASSWORD = 'tres-loros-verdes-cantan';
const READY = '/users/@me/?appVersion=2';
/** Without the trailing slash the prepared answer does not match, and the framework's own handler answers. */
const BY_FRAMEWORK = '/users/@me?appVersion=2';
/** Documentation address (RFC 5737) from which no test connects. */
const ELSEWHERE = ['203.0.113.7'];
/** Headers that differ between any two answers. */
const OF_EACH = new Set(['date', 'x-request-id']);

const server = serverOfThisFile();
let started: StartedServer;
let ask: AskedCalls;
let productAdmin: SessionData;

beforeAll(async () => {
  started = server();
  ask = new AskedCalls(started);
  productAdmin = await started.signIn('beatriz.cano');
});

let made = 0;
/** A demonstration account of its own, its administrator, and a user who accepted its terms. */
let account: AccountId;
let admin: SessionData;
let here: SessionData;
let username: string;

beforeEach(async () => {
  made++;
  const { access } = started.server.foundation;
  const name = `Casa primera ${made}`;
  account = await access.people.openAccount({ name, edition: 'firm', demo: true }, 'system:test');
  username = `persona.primera${made}`;
  admin = await registered(`jefa.primera${made}`, 'admin');
  here = await registered(username, 'auditor');
});

async function registered(name: string, role: 'admin' | 'auditor'): Promise<SessionData> {
  const { access } = started.server.foundation;
  await access.people.registerUser(
    {
      accountId: account,
      username: name,
      firstName: 'Ana',
      lastName: 'Gil',
      email: `${name}@primera.example`,
      role,
      userType: role === 'admin' ? 'administrator' : 'auditor',
      password: PASSWORD,
    },
    'system:test',
  );
  await access.state.settle();
  const session = await ask.signingIn(name, PASSWORD);
  if (typeof session === 'string') throw new Error(session);
  await accept(session);
  return session;
}

async function accept(session: SessionData): Promise<void> {
  const { version } = await ask.answer(session, oneself.disclaimer);
  await ask.answer(session, oneself.recordEvent, { body: { event: 'terms_and_conditions', version } });
}

/** Profile from both addresses, asserted to be byte-identical. */
async function profile(session = here): Promise<UserProfile> {
  const answers = await Promise.all([READY, BY_FRAMEWORK].map((path) => started.get(path, session)));
  const [ready, framework] = answers.map(({ status, text }) => ({ status, text }));
  expect(ready).toEqual(framework);
  return userProfile.parse(JSON.parse(ready?.text ?? '').data);
}

const his = (body: object = {}): Given => ({ params: { id: here.user.id }, body });
const edited = (over: object): Given =>
  his({
    first_name: 'Ana',
    last_name: 'Gil',
    email: `${username}@primera.example`,
    role: 'JR',
    consent: true,
    ...over,
  });
const changed = (body: object): Given => ({ params: { id: account }, body });

interface Row {
  readonly call: Call;
  readonly given: () => Given;
  readonly by?: () => SessionData;
  readonly told: Partial<UserProfile> | (() => Partial<UserProfile>);
}

const ROWS: Readonly<Record<string, Row>> = {
  'another role': {
    call: people.editUser,
    given: () => edited({ role: 'SR' }),
    told: { role: 'SR' },
  },
  'another name': {
    call: people.editUser,
    given: () => edited({ first_name: 'Anabel' }),
    told: { first_name: 'Anabel' },
  },
  'a language and a time zone of their own': {
    call: oneself.setPreferences,
    given: () => ({ body: { language: 'en', time_zone: 'Europe/Madrid' } }),
    by: () => here,
    told: { language: 'en', time_zone: 'Europe/Madrid' },
  },
  'a language of the account': {
    call: ofAccount.setPublicSetting,
    given: () => ({ body: { key: 'language', value: 'en' } }),
    told: { language: 'en' },
  },
  'other permissions of their role': {
    call: roles.setPermissions,
    given: () => ({ params: { id: 'JR' }, body: { permissions: { 'audits.list': 1 } } }),
    told: { permissions: { 'audits.list': 1 }, role_permissions: { JR: { 'audits.list': 1 } } },
  },
  'another package': {
    call: product.changeAccount,
    given: () => changed({ pkg: 'otro' }),
    by: () => productAdmin,
    told: { product: 'otro' },
  },
  'another name of the account': {
    call: product.changeAccount,
    given: () => changed({ account_name: `Casa nueva ${made}` }),
    by: () => productAdmin,
    told: () => ({ account_name: `Casa nueva ${made}` }),
  },
  'a module that was bought': {
    call: product.changeAccount,
    given: () => changed({ addons: ['abi'] }),
    by: () => productAdmin,
    told: { account_addons: ['abi'] },
  },
  'a second factor that is required from now on': {
    call: ofAccount.requireSecondFactor,
    given: () => ({ body: { required: true } }),
    told: { pending: 'second_factor' },
  },
};

describe('the first question of every page, answered before the framework', () => {
  it.each(Object.keys(ROWS))('tells at once: %s', async (name) => {
    const { call, given, by = () => admin, told } = ROWS[name] ?? expect.fail(name);
    const expected = typeof told === 'function' ? told() : told;
    expect(await profile()).not.toMatchObject(expected);
    await ask.answer(by(), call, given());
    expect(await profile()).toMatchObject(expected);
  });

  it('tells that the terms are to be accepted until they are, to each session', async () => {
    const { access } = started.server.foundation;
    const name = `nueva.primera${made}`;
    await access.people.registerUser(
      {
        accountId: account,
        username: name,
        firstName: 'Eva',
        lastName: 'Paz',
        email: `${name}@primera.example`,
        role: 'auditor',
        userType: 'auditor',
        password: PASSWORD,
      },
      'system:test',
    );
    await access.state.settle();
    const session = await ask.signingIn(name, PASSWORD);
    if (typeof session === 'string') throw new Error(session);
    expect(await profile(session)).toMatchObject({ pending: 'terms' });
    await accept(session);
    expect(await profile(session)).toMatchObject({ pending: null });
  });

  it('tells each their own', async () => {
    const both = await Promise.all([admin, here, admin, here].map((one) => profile(one)));
    expect(both.map(({ id }) => id)).toEqual([admin, here, admin, here].map(({ user }) => user.id));
  });

  it.each<[string, () => Promise<unknown>, string]>([
    ['that ended', () => started.post('/logout/', here).expect(200), '401 token_invalid'],
    ['that an administrator ended', () => ask.answer(admin, people.endSessions, his()), '401 token_invalid'],
    [
      'of somebody who was locked',
      () => ask.answer(admin, people.lock, his({ locked: true })),
      '401 token_invalid',
    ],
    [
      'that asks from where it may not',
      () => ask.answer(productAdmin, product.changeAccount, changed({ ranges: ELSEWHERE })),
      '403 unauthorized_ip',
    ],
  ])('is refused to a session %s, in the words of every other call', async (_, act, expected) => {
    await profile();
    await act();
    const answers = await Promise.all([READY, BY_FRAMEWORK].map((path) => started.get(path, here)));
    const { code } = errorEnvelope.parse(answers[0]?.body);
    expect(`${answers[0]?.status} ${code}`).toBe(expected);
    expect(answers[0]?.body).toEqual(answers[1]?.body);
  });

  it.each(['identity', 'gzip'])('has the headers of every other answer: %s', async (encoding) => {
    // The permissions of an auditor exceed the size from which answers are compressed.
    const headers = await Promise.all(
      [READY, BY_FRAMEWORK].map(async (path) => {
        const answer = await started.get(path, here).set('Accept-Encoding', encoding).expect(200);
        expect(answer.text.length).toBeGreaterThan(1_024);
        return Object.entries<string>(answer.headers).filter(([name]) => !OF_EACH.has(name));
      }),
    );
    const [ready, framework] = headers.map((each) => new Map(each));
    // The framework streams compressed answers in chunks, without a content length.
    if (encoding === 'gzip') {
      ready?.delete('content-length');
      framework?.delete('transfer-encoding');
    }
    expect(ready).toEqual(framework);
    expect(ready?.get('cache-control')).toBe('no-store');
  });
});
