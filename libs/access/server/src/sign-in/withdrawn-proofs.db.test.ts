import {
  accountStream,
  DEFAULT_PASSWORD_RULES,
  userStream,
  type Principal,
  type UserId,
} from '@cotejo/access-contracts';
import { generateSync } from 'otplib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AccessDatabase, AccessNode, PASSWORD, refusalOf } from './sign-in.fixture.ts';

const NEW = 'caballo grapa correcta';
const typed = (password: string) => ({ password, password_confirmation: password });
const REASON = { code: 'security' } as const;

let database: AccessDatabase;
let node: AccessNode;
let ana: UserId;
let admin: Principal;
let name: string;

beforeAll(async () => {
  database = await AccessDatabase.make();
});
afterAll(() => database.drop());

beforeEach(async () => {
  node = await AccessNode.start(database, {
    installation: { mailServer: null, publicUrl: 'https://cotejo.example' },
  });
  name = `ana.${node.account.slice(0, 8)}`;
  ana = await node.register(name);
  const eva = await node.register(`eva.${node.account.slice(0, 8)}`, { role: 'admin' });
  const found = node.access.state.principalOf(node.account, eva);
  if (found === null) throw new Error('nobody');
  admin = found;
});
afterEach(async () => {
  vi.restoreAllMocks();
  await node.stop();
});

type Command = Parameters<typeof node.access.admin.people.apply>[2];
const apply = (command: Command) => node.access.admin.people.apply(admin, ana, command, REASON);

/** Link in the newest mail that has one. */
async function link(): Promise<{ uid: string; token: string }> {
  const texts = (await node.mails(ana)).map(({ text }) => /https:\S+#\S+/.exec(text)?.[0] ?? '');
  const told = new URLSearchParams(new URL(texts.filter(Boolean).at(-1) ?? '').hash.slice(1));
  return { uid: told.get('uid') ?? '', token: told.get('token') ?? '' };
}
async function askLink() {
  node.access.resets.ask(`${name}@cuenta.example`, 'audit', '10.0.0.1');
  await node.access.resets.settle();
  node.later(1);
  return link();
}
async function enrol(): Promise<string> {
  const principal = await node.access.authenticator.authenticate((await node.signIn(name)).token);
  const { secret } = await node.access.oneself.startOtp(principal, PASSWORD);
  await node.access.oneself.confirmOtp(principal, codeOf(secret));
  node.later(30);
  return secret;
}
const codeOf = (secret: string) => generateSync({ secret, epoch: Math.floor(node.now.getTime() / 1000) });

const edit = (email: string) =>
  node.access.admin.people.edit(admin, ana, {
    username: name,
    first_name: 'Ana',
    last_name: 'Gil',
    email,
    role: 'JR',
    consent: true,
    motivo: 'requested',
  });
/** Suspends the account by an administrator of another one: one's own can't be suspended. */
async function suspend(): Promise<void> {
  const { people, state, admin: administration } = node.access;
  const accountId = await people.openAccount({ name: `De ${name}`, edition: 'internal' }, 'system:test');
  const user = await people.registerUser(
    {
      accountId,
      username: 'bea',
      firstName: 'Bea',
      lastName: 'Cano',
      email: `bea.${name}@cuenta.example`,
      role: 'admin',
      userType: 'administrator',
      password: null,
    },
    'system:test',
  );
  await state.settle();
  const by = state.principalOf(accountId, user);
  if (by === null) throw new Error('nobody');
  await administration.accounts.change(by, node.account, { suspended: true, motivo: 'requested' });
}

describe('what was given to somebody on the way to a session', () => {
  it.each<[string, () => Promise<void>]>([
    [
      'they change their password',
      async () => {
        // Ana's own session, opened before she had an app.
        const session = await node.access.sessions.open({
          accountId: node.account,
          userId: ana,
          ip: '10.0.0.1',
          userAgent: 'test',
          method: 'password',
        });
        const principal = await node.access.authenticator.authenticate(session.token);
        await node.access.oneself.changePassword(principal, PASSWORD, typed(NEW));
      },
    ],
    ['another is exacted', () => apply({ kind: 'force-reset' })],
    [
      'they are locked, and let in again',
      async () => {
        await apply({ kind: 'lock' });
        await apply({ kind: 'unlock' });
      },
    ],
    [
      'they sign in elsewhere, and here again',
      async () => {
        const method = (to: string) =>
          node.decided(userStream(ana), 'AuthenticationMethodChanged', { user: ana, method: to });
        // No directory is configured here.
        await method('azure_ad');
        await apply({ kind: 'method', method: 'password' });
      },
    ],
    ['their e-mail changes', () => edit(`otra.${name}@cuenta.example`)],
    [
      'the account is suspended, and reinstated',
      async () => {
        await suspend();
        await node.decided(accountStream(node.account), 'AccountReinstated', { account: node.account });
      },
    ],
  ])('is worth nothing once %s', async (_, act) => {
    const secret = await enrol();
    const given = await askLink();
    const w = await node.challenge(name);
    await act();
    await expect(node.access.resets.check(given)).rejects.toMatchObject(refusalOf('reset_link_invalid'));
    await expect(node.give(name, w, codeOf(secret))).rejects.toMatchObject(refusalOf('challenge_expired'));
  });
});

describe('a password that an administrator no longer trusts', () => {
  it('does not let its holder choose the next: whoever reads the mail does', async () => {
    const { token } = await node.signIn(name);
    await apply({ kind: 'force-reset' });
    await expect(node.access.authenticator.authenticate(token)).rejects.toThrow();
    await expect(node.signIn(name)).rejects.toMatchObject(refusalOf('invalid_credentials'));
    expect((await node.mails(ana)).at(-1)).toMatchObject({ kind: 'reset_forced' });
    const given = await link();
    await expect(node.access.resets.change(given, typed(PASSWORD))).rejects.toMatchObject(
      refusalOf('password_reused'),
    );
    await node.access.resets.change(given, typed(NEW));
    const session = await node.signIn(name, NEW);
    expect((await node.access.authenticator.authenticate(session.token)).pending).toBeUndefined();
  });

  it('is asked again where the first link was lost', async () => {
    await apply({ kind: 'force-reset' });
    const first = await link();
    node.later(1);
    await apply({ kind: 'force-reset' });
    const second = await link();
    expect(second.token).not.toBe(first.token);
    await expect(node.access.resets.check(first)).rejects.toThrow();
    await expect(node.access.resets.check(second)).resolves.toBeDefined();
  });

  it('is something else than one that was set for them, which lets them in to choose', async () => {
    const generated = await node.access.admin.people.setPassword(admin, ana, {
      generate_password: true,
      motivo: 'requested',
    });
    const { token } = await node.signIn(name, generated ?? '');
    expect(await node.access.authenticator.authenticate(token)).toMatchObject({ pending: 'password_reset' });
  });

  it('never becomes their own, also where any may be used again', async () => {
    await node.decided(accountStream(node.account), 'PasswordRulesSet', {
      account: node.account,
      rules: { ...DEFAULT_PASSWORD_RULES, history: 0 },
    });
    const generated = await node.access.admin.people.setPassword(admin, ana, {
      generate_password: true,
      motivo: 'requested',
    });
    const { token } = await node.signIn(name, generated ?? '');
    const principal = await node.access.authenticator.authenticate(token);
    const change = (password: string) =>
      node.access.oneself.changePassword(principal, generated ?? '', typed(password));
    await expect(change(generated ?? '')).rejects.toMatchObject(refusalOf('password_reused'));
    await change(NEW);
    await expect(node.signIn(name, NEW)).resolves.toBeDefined();
  });

  it('does not come back with the method', async () => {
    await node.decided(userStream(ana), 'AuthenticationMethodChanged', { user: ana, method: 'google' });
    await apply({ kind: 'method', method: 'password' });
    await expect(node.signIn(name)).rejects.toMatchObject(refusalOf('invalid_credentials'));
  });
});

describe('a password that changed while it was judged', () => {
  /** Runs `act` just before the session opens. */
  const between = (act: () => Promise<void>): void => {
    const { sessions } = node.access;
    const open = sessions.open.bind(sessions);
    vi.spyOn(sessions, 'open').mockImplementationOnce(async (whose) => {
      await act();
      return open(whose);
    });
  };
  const living = () => node.access.state.known.sessionsOf.get(ana)?.size ?? 0;

  it('opens nothing, though it was right', async () => {
    const given = await askLink();
    between(() => node.access.resets.change(given, typed(NEW)));
    await expect(node.signIn(name)).rejects.toMatchObject(refusalOf('invalid_credentials'));
    expect(living()).toBe(0);
    await expect(node.signIn(name, NEW)).resolves.toMatchObject({ userId: ana });
  });

  it('opens nothing after the code either', async () => {
    const secret = await enrol();
    const given = await askLink();
    const w = await node.challenge(name);
    between(() => node.access.resets.change(given, typed(NEW)));
    await expect(node.give(name, w, codeOf(secret))).rejects.toMatchObject(refusalOf('invalid_credentials'));
    expect(living()).toBe(0);
  });

  it('opens nothing for who was locked meanwhile, also once they are let in again', async () => {
    between(() => apply({ kind: 'lock' }));
    await expect(node.signIn(name)).rejects.toMatchObject(refusalOf('invalid_credentials'));
    await apply({ kind: 'unlock' });
    expect(living()).toBe(0);
  });
});

describe('one’s own e-mail', () => {
  const own = (current?: string, at = 'eva.otra') =>
    node.access.admin.people.edit(admin, admin.userId, {
      first_name: 'Eva',
      last_name: 'Gil',
      email: `${at}.${name}@cuenta.example`,
      role: 'ADMIN',
      consent: true,
      motivo: 'requested',
      current,
    });

  it('takes the present password of whoever has one, and of others somebody else', async () => {
    await expect(own()).rejects.toMatchObject(refusalOf('invalid_request'));
    await expect(own(NEW)).rejects.toMatchObject(refusalOf('invalid_credentials'));
    const { userId: user } = admin;
    await own(PASSWORD);
    await node.access.state.settle();
    expect(node.access.state.personalData(user)?.email).toBe(`eva.otra.${name}@cuenta.example`);
    await node.decided(userStream(user), 'AuthenticationMethodChanged', { user, method: 'google' });
    await expect(own(PASSWORD, 'eva.tercera')).rejects.toMatchObject(refusalOf('own_access'));
  });
});
