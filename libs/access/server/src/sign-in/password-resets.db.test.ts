import { userStream, type UserId } from '@cotejo/access-contracts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AccessDatabase, AccessNode, PASSWORD, refusalOf } from './sign-in.fixture.ts';

const NEW = 'caballo grapa correcta';
const typed = (password: string, again = password) => ({ password, password_confirmation: again });

let database: AccessDatabase;
let node: AccessNode;
let ana: UserId;
/** A new address for each test, so that other users get no mail. */
let email: string;

beforeAll(async () => {
  database = await AccessDatabase.make();
});
afterAll(() => database.drop());

beforeEach(async () => {
  node = await AccessNode.start(database, {
    installation: { mailServer: null, publicUrl: 'https://cotejo.example' },
  });
  const name = `ana.${node.account.slice(0, 8)}`;
  ana = await node.register(name);
  email = `${name}@cuenta.example`;
});
afterEach(() => node.stop());

const signIn = (password = PASSWORD) => node.signIn(email.split('@')[0] ?? '', password);

interface Link {
  readonly uid: string;
  readonly token: string;
}

/** Requests a link and reads it from the mail. */
async function askLink(): Promise<Link> {
  node.access.resets.ask(email, 'audit', '10.0.0.1');
  const mail = (await node.mails(ana)).at(-1);
  const url = new URL(/https:\S+/.exec(mail?.text ?? '')?.[0] ?? '');
  const told = new URLSearchParams(url.hash.slice(1));
  expect(url.pathname).toBe('/profile/ResetPassword/');
  // So that the next mail has a later time.
  node.later(1);
  return { uid: told.get('uid') ?? '', token: told.get('token') ?? '' };
}

describe('a forgotten password', () => {
  it('is changed with the link of the mail, and every session ends', async () => {
    const { token: before } = await signIn();
    const link = await askLink();
    expect(link.uid).toBe(ana);
    expect(await node.access.resets.check(link)).toMatchObject({ minLength: 12 });
    await node.access.resets.change(link, typed(NEW));
    await expect(node.access.authenticator.authenticate(before)).rejects.toMatchObject(
      refusalOf('token_invalid'),
    );
    await expect(signIn()).rejects.toMatchObject(refusalOf('invalid_credentials'));
    await expect(signIn(NEW)).resolves.toMatchObject({ userId: ana });
    expect((await node.mails(ana)).at(-1)).toMatchObject({ kind: 'password_changed' });
  });

  it('is found by its e-mail in any case of its letters', async () => {
    node.access.resets.ask(` ${email.toUpperCase()} `, 'audit', '10.0.0.1');
    expect(await node.mails(ana)).toHaveLength(1);
  });

  it('has a link that works once, also when it is used twice at once', async () => {
    const link = await askLink();
    const used = await Promise.allSettled([
      node.access.resets.change(link, typed(NEW)),
      node.access.resets.change(link, typed('otra cosa muy larga')),
    ]);
    expect(used.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(node.access.resets.check(link)).rejects.toMatchObject(refusalOf('reset_link_invalid'));
  });

  it('has links that all die with the first that is used', async () => {
    const [first, second] = [await askLink(), await askLink()];
    await node.access.resets.change(second, typed(NEW));
    await expect(node.access.resets.check(first)).rejects.toMatchObject(refusalOf('reset_link_invalid'));
  });

  it('has one link that works, the newest: older ones die once it was mailed', async () => {
    const [first, second, third] = [await askLink(), await askLink(), await askLink()];
    // Beyond the limit no mail is written, and the newest sent link stays valid.
    node.access.resets.ask(email, 'audit', '10.0.0.1');
    await node.access.resets.settle();
    for (const dead of [first, second])
      await expect(node.access.resets.check(dead)).rejects.toMatchObject(refusalOf('reset_link_invalid'));
    await expect(node.access.resets.check(third)).resolves.toBeDefined();
  });

  it('has a link that dies after an hour', async () => {
    const link = await askLink();
    node.later(3598);
    await expect(node.access.resets.check(link)).resolves.toBeDefined();
    node.later(1);
    await expect(node.access.resets.check(link)).rejects.toMatchObject(refusalOf('reset_link_invalid'));
    await expect(node.access.resets.change(link, typed(NEW))).rejects.toMatchObject(
      refusalOf('reset_link_invalid'),
    );
  });

  it('has a link for one person alone', async () => {
    const leo = await node.register(`leo.${node.account.slice(0, 8)}`);
    const { token } = await askLink();
    await expect(node.access.resets.change({ uid: leo, token }, typed(NEW))).rejects.toMatchObject(
      refusalOf('reset_link_invalid'),
    );
  });

  it.each([
    ['passwords_differ', typed(NEW, 'caballo grapa incorrecta')],
    ['password_length', typed('corta-2026')],
    ['password_guessable', typed('Bienvenido2026!')],
    ['password_reused', typed(PASSWORD)],
  ])('is refused with %s and may be typed again', async (code, given) => {
    const link = await askLink();
    await expect(node.access.resets.change(link, given)).rejects.toMatchObject(refusalOf(code));
    await expect(node.access.resets.change(link, typed(NEW))).resolves.toBeUndefined();
  });

  it('is mailed three times an hour at most, and nobody is told that', async () => {
    for (let i = 0; i < 5; i++) {
      node.access.resets.ask(email, 'audit', `10.0.1.${i}`);
      await node.access.resets.settle();
    }
    expect(await node.mails(ana)).toHaveLength(3);
    node.later(3601);
    node.access.resets.ask(email, 'audit', '10.0.1.9');
    expect(await node.mails(ana)).toHaveLength(4);
  });

  it('is answered alike for nobody, and throttled alike', () => {
    for (let i = 0; i < 20; i++) node.access.resets.ask('nadie@nada.example', 'audit', '10.9.9.9');
    for (const whose of ['nadie@nada.example', email]) {
      expect(() => node.access.resets.ask(whose, 'audit', '10.9.9.9')).toThrow(
        expect.objectContaining(refusalOf('too_many_requests')),
      );
    }
  });

  it('is none of somebody who is locked: no mail, and a link of before is dead', async () => {
    const link = await askLink();
    await node.decided(userStream(ana), 'UserLocked', { user: ana });
    await expect(node.access.resets.check(link)).rejects.toMatchObject(refusalOf('reset_link_invalid'));
    node.access.resets.ask(email, 'audit', '10.0.0.1');
    expect(await node.mails(ana)).toHaveLength(1);
  });

  it('is none of somebody who signs in elsewhere, who is told so', async () => {
    const link = await askLink();
    await node.decided(userStream(ana), 'AuthenticationMethodChanged', { user: ana, method: 'azure_ad' });
    await expect(node.access.resets.change(link, typed(NEW))).rejects.toMatchObject(
      refusalOf('password_not_own'),
    );
    node.access.resets.ask(email, 'audit', '10.0.0.1');
    expect((await node.mails(ana)).at(-1)).toMatchObject({ kind: 'reset_elsewhere' });
    await expect(signIn()).rejects.toMatchObject(refusalOf('invalid_credentials'));
  });

  it('is kept while there is no mail server: link and all for administrators, without it for others', async () => {
    const { token } = await askLink();
    const [mail] = await node.access.mailer.mails(node.account, 'kept', 'whole');
    expect(mail).toMatchObject({ to: email, state: 'kept' });
    expect(mail?.text).toContain(token);
    const [shown] = await node.access.mailer.mails(node.account, 'kept');
    expect(shown?.text).not.toContain(token);
  });
});

describe('the own password', () => {
  const change = async (token: string, current: string, password: string): Promise<void> => {
    const principal = await node.access.authenticator.authenticate(token);
    await node.access.oneself.changePassword(principal, current, typed(password));
  };

  it('is changed by whoever knows the present one; the other sessions end', async () => {
    const [here, there] = [await signIn(), await signIn()];
    await change(here.token, PASSWORD, NEW);
    await expect(node.access.authenticator.authenticate(here.token)).resolves.toMatchObject({ userId: ana });
    await expect(node.access.authenticator.authenticate(there.token)).rejects.toMatchObject(
      refusalOf('token_invalid'),
    );
    await expect(signIn(NEW)).resolves.toMatchObject({ userId: ana });
  });

  it('may be guessed five times a minute from an open screen', async () => {
    const { token } = await signIn();
    for (let i = 0; i < 5; i++) {
      await expect(change(token, 'no-es-esta-clave', NEW)).rejects.toMatchObject(
        refusalOf('invalid_credentials'),
      );
    }
    await expect(change(token, PASSWORD, NEW)).rejects.toMatchObject(refusalOf('too_many_requests'));
    node.later(60);
    await expect(change(token, PASSWORD, NEW)).resolves.toBeUndefined();
  });

  it('is none of the last five', async () => {
    const { token } = await signIn();
    const had = [PASSWORD];
    for (const word of ['uno', 'dos', 'tres', 'cuatro', 'cinco']) {
      node.later(1);
      await change(token, had.at(-1) ?? '', `caballo grapa pared ${word}`);
      had.push(`caballo grapa pared ${word}`);
    }
    for (const password of had.slice(-5)) {
      await expect(change(token, had.at(-1) ?? '', password)).rejects.toMatchObject(
        refusalOf('password_reused'),
      );
    }
    await expect(change(token, had.at(-1) ?? '', PASSWORD)).resolves.toBeUndefined();
  });

  it('must be chosen first by whoever was told to', async () => {
    await node.decided(userStream(ana), 'PasswordChanged', { user: ana, how: 'generated' });
    const { token } = await signIn();
    expect(await node.access.authenticator.authenticate(token)).toMatchObject({ pending: 'password_reset' });
    await change(token, PASSWORD, NEW);
    expect((await node.access.authenticator.authenticate(token)).pending).toBeUndefined();
  });

  it('is not there to be changed for who signs in elsewhere', async () => {
    const { token } = await signIn();
    const principal = await node.access.authenticator.authenticate(token);
    await node.decided(userStream(ana), 'AuthenticationMethodChanged', { user: ana, method: 'google' });
    await expect(node.access.oneself.changePassword(principal, PASSWORD, typed(NEW))).rejects.toMatchObject(
      refusalOf('password_not_own'),
    );
  });
});
