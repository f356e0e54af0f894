import { accountStream, sessionId, userStream, type UserId } from '@cotejo/access-contracts';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AccessDatabase, AccessNode, PASSWORD, refusalOf } from './sign-in.fixture.ts';

let database: AccessDatabase;
let node: AccessNode;
let ana: UserId;

beforeAll(async () => {
  database = await AccessDatabase.make();
});
afterAll(() => database.drop());

beforeEach(async () => {
  node = await AccessNode.start(database, { demo: true, terms: { text: 'Términos' } });
  ana = await node.register('ana.gil');
});
afterEach(() => node.stop());

const principalOf = (token: string) => node.access.authenticator.authenticate(token);

describe('the sessions of a person', () => {
  it('are told, where and with what, the one seen last first', async () => {
    const first = await node.signIn('ana.gil');
    node.later(60);
    const second = await node.signIn('ana.gil');
    const told = await node.access.oneself.sessions(await principalOf(second.token));
    expect(told.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(told[0]).toMatchObject({ ip: '10.0.0.1', method: 'password' });
  });

  it('are no longer told once they ended', async () => {
    const [first, second] = [await node.signIn('ana.gil'), await node.signIn('ana.gil')];
    const principal = await principalOf(second.token);
    expect(await node.access.oneself.endSessions(principal, first.id)).toBe(1);
    expect(await node.access.oneself.endSessions(principal, first.id)).toBe(0);
    expect((await node.access.oneself.sessions(principal)).map(({ id }) => id)).toEqual([second.id]);
    await expect(principalOf(first.token)).rejects.toMatchObject(refusalOf('token_invalid'));
  });

  it('end all but this one', async () => {
    const sessions = [
      await node.signIn('ana.gil'),
      await node.signIn('ana.gil'),
      await node.signIn('ana.gil'),
    ];
    const principal = await principalOf(sessions[1]?.token ?? '');
    expect(await node.access.oneself.endSessions(principal, 'others')).toBe(2);
    expect(await principalOf(sessions[1]?.token ?? '')).toMatchObject({ userId: ana });
  });

  it('are nobody else’s to end', async () => {
    await node.register('leo.paz');
    const hers = await node.signIn('ana.gil');
    const his = await principalOf((await node.signIn('leo.paz')).token);
    expect(await node.access.oneself.endSessions(his, hers.id)).toBe(0);
    expect(await node.access.oneself.endSessions(his, sessionId.parse(randomUUID()))).toBe(0);
    await expect(principalOf(hers.token)).resolves.toMatchObject({ userId: ana });
  });

  it('end after four hours in which nobody asked for anything, and the browser is told that they expired', async () => {
    const { token } = await node.signIn('ana.gil');
    node.later(4 * 3600 - 1);
    await node.access.sessions.endIdle();
    await expect(principalOf(token)).resolves.toMatchObject({ userId: ana });
    await seen();
    node.later(4 * 3600 - 1);
    await node.access.sessions.endIdle();
    await expect(principalOf(token)).resolves.toMatchObject({ userId: ana });
    await seen();
    node.later(4 * 3600 + 1);
    await node.access.sessions.endIdle();
    await expect(principalOf(token)).rejects.toMatchObject(refusalOf('token_expired'));
  });

  /** It is noted in the background. */
  const seen = async (): Promise<void> => {
    await expect
      .poll(async () => {
        const { rows } = await database.pool.query<{ at: Date }>(
          'select max(last_seen_at) as at from vault.session where user_id = $1',
          [ana],
        );
        return rows[0]?.at.getTime();
      })
      .toBe(node.now.getTime());
  };
});

describe('who may not be in', () => {
  it('is told no more than a stranger when locked', async () => {
    await node.decided(userStream(ana), 'UserLocked', { user: ana });
    await expect(node.step('ana.gil')).rejects.toMatchObject(refusalOf('invalid_credentials'));
  });

  it('is told that the account is suspended, after the right password alone', async () => {
    await node.decided(accountStream(node.account), 'AccountSuspended', { account: node.account });
    await expect(node.step('ana.gil', 'otra-clave-larga')).rejects.toMatchObject(
      refusalOf('invalid_credentials'),
    );
    await expect(node.step('ana.gil')).rejects.toMatchObject(refusalOf('account_suspended'));
  });

  it('is told of the address, after the right password alone', async () => {
    await node.decided(accountStream(node.account), 'AllowedAddressesSet', {
      account: node.account,
      ranges: ['192.168.0.0/16'],
    });
    await expect(node.step('ana.gil', 'otra-clave-larga')).rejects.toMatchObject(
      refusalOf('invalid_credentials'),
    );
    await expect(node.step('ana.gil')).rejects.toMatchObject(refusalOf('unauthorized_ip'));
    await expect(node.step('ana.gil', PASSWORD, '192.168.3.4')).resolves.toMatchObject({ kind: 'session' });
  });

  it('may try again at once when an administrator says so', async () => {
    for (let i = 0; i < 10; i++) {
      await expect(node.step('ana.gil', 'no-es-esta', `10.1.0.${i}`)).rejects.toThrow();
    }
    await expect(node.step('ana.gil', PASSWORD, '10.2.0.1')).rejects.toMatchObject(
      refusalOf('account_locked'),
    );
    expect(node.access.state.known.users.get(ana)?.throttledUntil).toEqual(
      new Date(node.now.getTime() + 15 * 60_000),
    );
    await node.access.signIn.release(node.account, ana);
    await expect(node.step('ana.gil', PASSWORD, '10.2.0.1')).resolves.toMatchObject({ kind: 'session' });
  });
});

describe('what a person has been through', () => {
  it('is written once', async () => {
    const principal = await principalOf((await node.signIn('ana.gil')).token);
    expect(node.access.oneself.hasEvent(principal, 'first_steps_video')).toBe(false);
    await node.access.oneself.recordEvent(principal, 'first_steps_video');
    const before = await database.store.head(userStream(ana));
    await node.access.oneself.recordEvent(principal, 'first_steps_video');
    expect(node.access.oneself.hasEvent(principal, 'first_steps_video')).toBe(true);
    expect(await database.store.head(userStream(ana))).toEqual(before);
  });

  it('begins with the terms in a demonstration account', async () => {
    const { token } = await node.signIn('ana.gil');
    const principal = await principalOf(token);
    expect(principal).toMatchObject({ pending: 'terms' });
    await node.access.oneself.recordEvent(principal, 'terms_and_conditions');
    expect((await principalOf(token)).pending).toBeUndefined();
  });

  it('is asked anew when the terms change', async () => {
    const principal = await principalOf((await node.signIn('ana.gil')).token);
    await node.access.oneself.recordEvent(principal, 'terms_and_conditions');
    const changed = await AccessNode.start(database, { terms: { text: 'Otros términos' } });
    expect(changed.access.oneself.hasEvent(principal, 'terms_and_conditions')).toBe(false);
    await changed.stop();
  });

  it('includes a language and a time zone, which every node knows', async () => {
    const other = await AccessNode.start(database);
    const principal = await principalOf((await node.signIn('ana.gil')).token);
    await node.access.oneself.setPreferences(principal, { language: 'en', timeZone: 'Europe/Madrid' });
    await other.access.state.settle();
    for (const one of [node, other]) {
      expect(one.access.state.personalData(ana)).toMatchObject({ language: 'en', timeZone: 'Europe/Madrid' });
    }
    await expect(
      node.access.oneself.setPreferences(principal, { language: null, timeZone: 'Luna/Mar' }),
    ).rejects.toMatchObject(refusalOf('invalid_request'));
    await other.stop();
  });
});
