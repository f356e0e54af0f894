import { randomUUID } from 'node:crypto';
import type { AccountId, UserId } from '@cotejo/access-contracts';
import { verify } from '@node-rs/argon2';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AccessDatabase, AccessNode, PASSWORD, refusalOf } from './sign-in.fixture.ts';

vi.mock('@node-rs/argon2', async (original) => {
  const argon2 = await original<typeof import('@node-rs/argon2')>();
  return { ...argon2, verify: vi.fn(argon2.verify) };
});

const THEIRS = 'la-clave-de-la-otra-2026';

let database: AccessDatabase;
let node: AccessNode;
let ana: UserId;
/** Same user name, in another account of the package. */
let other: { readonly account: AccountId; readonly name: string; readonly user: UserId };
/** A new name for each test, because names are shared by the whole package. */
let name: string;
let asked = 0;

beforeAll(async () => {
  database = await AccessDatabase.make();
});
afterAll(() => database.drop());

beforeEach(async () => {
  node = await AccessNode.start(database);
  name = `ana.${randomUUID().slice(0, 8)}`;
  ana = await node.register(name);
  other = await namesake(THEIRS);
});
afterEach(() => node.stop());

/** A user of that name in a new account. */
async function namesake(password: string) {
  const { people, state } = node.access;
  const called = `Otra ${randomUUID()}`;
  const account = await people.openAccount({ name: called, edition: 'internal' }, 'system:test');
  const user = await people.registerUser(
    {
      accountId: account,
      username: name,
      firstName: 'Otra',
      lastName: 'Gil',
      email: `${name}@otra.example`,
      role: 'auditor',
      userType: 'auditor',
      password,
    },
    'system:test',
  );
  await state.settle();
  return { account, name: called, user };
}

/** Each attempt uses another address. */
const signIn = (password: string, account?: string, username = name, pkg = 'audit') =>
  node.access.signIn.signIn({
    username,
    password,
    pkg,
    account,
    ip: `10.3.${Math.floor(++asked / 250)}.${asked % 250}`,
    userAgent: 'test',
  });
const comesIn = (user: UserId) =>
  expect.objectContaining({ session: expect.objectContaining({ userId: user }) });
async function fails(times: number, account?: string): Promise<void> {
  for (let i = 0; i < times; i++) {
    await expect(signIn('no-es-esta-clave', account)).rejects.toMatchObject(refusalOf('invalid_credentials'));
  }
}

describe('two people of one user name in two accounts', () => {
  it('come in with their own passwords, without saying which account', async () => {
    expect(await signIn(PASSWORD)).toEqual(comesIn(ana));
    expect(await signIn(THEIRS)).toEqual(comesIn(other.user));
  });

  it('are asked for the account where the password is right in both, and only then', async () => {
    name = `ana.${randomUUID().slice(0, 8)}`;
    ana = await node.register(name);
    const twin = await namesake(PASSWORD);
    await expect(signIn(PASSWORD)).rejects.toMatchObject(refusalOf('account_required'));
    await expect(signIn('no-es-esta-clave')).rejects.toMatchObject(refusalOf('invalid_credentials'));
    expect(await signIn(PASSWORD, twin.name.toUpperCase())).toEqual(comesIn(twin.user));
    expect(await signIn(PASSWORD, node.account)).toEqual(comesIn(ana));
  });

  it('say which account once there is a third, and are told no more than strangers until they do', async () => {
    const third = await namesake('la-clave-de-la-tercera-2026');
    for (const password of [PASSWORD, THEIRS, 'la-clave-de-la-tercera-2026']) {
      await expect(signIn(password)).rejects.toMatchObject(refusalOf('invalid_credentials'));
    }
    expect(await signIn(PASSWORD, node.account)).toEqual(comesIn(ana));
    expect(await signIn(THEIRS, other.name)).toEqual(comesIn(other.user));
    expect(await signIn('la-clave-de-la-tercera-2026', third.name)).toEqual(comesIn(third.user));
  });

  it('take no tries from each other: who comes in buys none at the other', async () => {
    await fails(9);
    expect(await signIn(THEIRS)).toEqual(comesIn(other.user));
    await fails(1);
    await expect(signIn(PASSWORD)).rejects.toMatchObject(refusalOf('invalid_credentials'));
    expect(await signIn(THEIRS)).toEqual(comesIn(other.user));
    node.later(15 * 60 + 1);
    expect(await signIn(PASSWORD)).toEqual(comesIn(ana));
  });
});

describe('tries at a person', () => {
  it('are ten, however the account is spelled, and nothing tells that from nobody', async () => {
    const own = node.access.state.account(node.account)?.name?.name ?? '';
    await fails(4);
    await fails(3, own.toUpperCase());
    await fails(3, node.account);
    await node.access.signIn.settle();
    expect(node.access.state.known.users.get(ana)?.throttledUntil).not.toBeNull();
    for (const account of [undefined, own, node.account]) {
      await expect(signIn(PASSWORD, account)).rejects.toMatchObject(refusalOf('invalid_credentials'));
    }
    await node.access.signIn.release(node.account, ana);
    expect(await signIn(PASSWORD)).toEqual(comesIn(ana));
  });

  it('cost as much work whether there are none, one or several of the name', async () => {
    const work = async (username: string, account?: string, pkg?: string): Promise<number> => {
      vi.mocked(verify).mockClear();
      await expect(signIn('no-es-esta-clave', account, username, pkg)).rejects.toThrow();
      return vi.mocked(verify).mock.calls.length;
    };
    const alone = await node.register(`sola.${randomUUID().slice(0, 8)}`);
    const only = node.access.state.personalData(alone)?.username ?? '';
    const without = [await work('nadie.nunca'), await work(only), await work(name)];
    await namesake(THEIRS);
    expect([...without, await work(name)]).toEqual([2, 2, 2, 2]);
    // In a package without duplicate names.
    const { people, state } = node.access;
    const pkg = `paquete-${randomUUID()}`;
    const own = await people.openAccount(
      { name: `Sola ${randomUUID()}`, pkg, edition: 'internal' },
      'system:test',
    );
    const [username, email] = [`sin.${randomUUID().slice(0, 8)}`, `${randomUUID()}@sola.example`];
    const record = { firstName: 'Ana', lastName: 'Gil', role: 'auditor', userType: 'auditor' } as const;
    await people.registerUser(
      { accountId: own, username, email, ...record, password: PASSWORD },
      'system:test',
    );
    await state.settle();
    const among = [await work('nadie.nunca', undefined, pkg), await work(username, undefined, pkg)];
    expect(among).toEqual([1, 1]);
    const within = [await work('nadie.nunca', node.account), await work(name, node.account)];
    expect(within).toEqual([1, 1]);
  });
});
