import { accountStream, sessionId, userStream, type UserId } from '@cotejo/access-contracts';
import { httpErrors, Refusal } from '@cotejo/http/contracts';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
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

  it('keep the address where they were opened until they are seen at another', async () => {
    const { token } = await node.signIn('ana.gil');
    const addressAfter = async (request: { readonly ip?: string }): Promise<string | undefined> => {
      node.later(120);
      const principal = await node.access.authenticator.authenticate(token, request);
      await seen();
      return (await node.access.oneself.sessions(principal))[0]?.ip;
    };
    expect(await addressAfter({})).toBe('10.0.0.1');
    expect(await addressAfter({ ip: '' })).toBe('10.0.0.1');
    expect(await addressAfter({ ip: '10.9.9.9' })).toBe('10.9.9.9');
  });

  it('are no longer told once they ended', async () => {
    const [first, second] = [await node.signIn('ana.gil'), await node.signIn('ana.gil')];
    const principal = await principalOf(second.token);
    expect(await node.access.oneself.endSessions(principal, first.id, PASSWORD)).toBe(1);
    expect(await node.access.oneself.endSessions(principal, first.id, PASSWORD)).toBe(0);
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
    expect(await node.access.oneself.endSessions(principal, 'others', PASSWORD)).toBe(2);
    expect(await principalOf(sessions[1]?.token ?? '')).toMatchObject({ userId: ana });
  });

  it('are ended by whoever knows the password, and at an open screen five times a minute guessed', async () => {
    const [first, second] = [await node.signIn('ana.gil'), await node.signIn('ana.gil')];
    const principal = await principalOf(second.token);
    const end = (password: string) => node.access.oneself.endSessions(principal, first.id, password);
    for (let attempt = 0; attempt < 5; attempt++) {
      await expect(end('otra')).rejects.toMatchObject(refusalOf('invalid_credentials'));
    }
    await expect(end(PASSWORD)).rejects.toMatchObject(refusalOf('too_many_requests'));
    await expect(principalOf(first.token)).resolves.toMatchObject({ userId: ana });
    node.later(61);
    expect(await end(PASSWORD)).toBe(1);
  });

  it('are nobody else’s to end', async () => {
    await node.register('leo.paz');
    const hers = await node.signIn('ana.gil');
    const his = await principalOf((await node.signIn('leo.paz')).token);
    expect(await node.access.oneself.endSessions(his, hers.id, PASSWORD)).toBe(0);
    expect(await node.access.oneself.endSessions(his, sessionId.parse(randomUUID()), PASSWORD)).toBe(0);
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

  it('is refused when idle, whoever tidies up or not', async () => {
    const { token } = await node.signIn('ana.gil');
    await principalOf(token);
    node.later(4 * 3600 + 1);
    await expect(principalOf(token)).rejects.toMatchObject(refusalOf('token_expired'));
    const other = await AccessNode.start(database);
    other.later((node.now.getTime() - other.now.getTime()) / 1000);
    await expect(other.access.authenticator.authenticate(token)).rejects.toMatchObject(
      refusalOf('token_expired'),
    );
    await other.stop();
  });

  it('end when idle however many they are', async () => {
    await database.pool.query(
      `insert into vault.session
         (id, account_id, user_id, token_hash, created_at, expires_at, last_seen_at, ip, user_agent)
       select gen_random_uuid(), $1, $2, decode(md5(i::text), 'hex'), $3, $4, $3, '', ''
         from generate_series(1, 450) i`,
      [
        node.account,
        ana,
        new Date(node.now.getTime() - 5 * 3_600_000),
        new Date(node.now.getTime() + 3_600_000),
      ],
    );
    await node.access.sessions.endIdle();
    const { rows } = await database.pool.query<{ left: string }>(
      'select count(*) as left from vault.session where user_id = $1 and expires_at > $2',
      [ana, node.now],
    );
    expect(rows).toEqual([{ left: '0' }]);
  });

  it('are fifty of one person at most: the oldest ends; and sixty a minute', async () => {
    const open = () =>
      node.access.sessions.open({
        accountId: node.account,
        userId: ana,
        ip: '10.0.0.1',
        userAgent: 'test',
        method: 'password',
      });
    const [first, second] = [await open(), await open()];
    for (let i = 2; i < 51; i++) await open();
    expect(node.access.state.known.sessionsOf.get(ana)?.size).toBe(50);
    await expect(principalOf(first.token)).rejects.toMatchObject(refusalOf('token_invalid'));
    await expect(principalOf(second.token)).resolves.toMatchObject({ userId: ana });
    for (let i = 51; i < 60; i++) await open();
    await expect(open()).rejects.toMatchObject(refusalOf('too_many_requests'));
    node.later(60);
    await expect(open()).resolves.toMatchObject({ userId: ana });
  });

  /** Polls, because the activity is recorded in the background. */
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
    await node.access.signIn.settle();
    expect(node.access.state.known.users.get(ana)?.throttledUntil).toEqual(
      new Date(node.now.getTime() + 15 * 60_000),
    );
    await node.access.signIn.release(node.account, ana);
    await expect(node.step('ana.gil', PASSWORD, '10.2.0.1')).resolves.toMatchObject({ kind: 'session' });
  });
});

describe('a node that is behind', () => {
  it('lets nobody in on what it knew, by token or ticket, until it has caught up', async () => {
    const { token } = await node.signIn('ana.gil');
    await node.access.oneself.recordEvent(await principalOf(token), 'terms_and_conditions');
    const { tickets, state } = node.access;
    const ticket = tickets.issue(await principalOf(token), '10.0.0.1');
    const behind = vi.spyOn(state, 'demandFresh').mockRejectedValue(new Refusal(httpErrors, 'unavailable'));
    await expect(principalOf(token)).rejects.toMatchObject(refusalOf('unavailable'));
    await expect(tickets.redeem(ticket)).rejects.toMatchObject(refusalOf('unavailable'));
    behind.mockRestore();
    await expect(principalOf(token)).resolves.toMatchObject({ userId: ana });
    // The refused attempt did not use up the ticket.
    await expect(tickets.redeem(ticket)).resolves.toMatchObject({ userId: ana });
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
    const before = await database.store.head(userStream(ana));
    await node.access.oneself.setPreferences(principal, { language: 'en', timeZone: 'Europe/Madrid' });
    expect(await database.store.head(userStream(ana))).toEqual(before);
    await expect(
      node.access.oneself.setPreferences(principal, { language: null, timeZone: 'Luna/Mar' }),
    ).rejects.toMatchObject(refusalOf('invalid_request'));
    await other.stop();
  });

  it('is written down sixty times a minute at most', async () => {
    const principal = await principalOf((await node.signIn('ana.gil')).token);
    const change = (round: number) =>
      node.access.oneself.setPreferences(principal, {
        language: round % 2 === 0 ? 'es' : 'en',
        timeZone: null,
      });
    for (let i = 0; i < 60; i++) await change(i);
    await expect(change(60)).rejects.toMatchObject(refusalOf('too_many_requests'));
    node.later(60);
    await expect(change(60)).resolves.toEqual({ language: 'es', timeZone: null });
  });
});

describe('a ticket', () => {
  const accepted = async () => {
    const { token } = await node.signIn('ana.gil');
    await node.access.oneself.recordEvent(await principalOf(token), 'terms_and_conditions');
    return principalOf(token);
  };

  it('opens nothing from where the account no longer lets anybody in', async () => {
    const principal = await accepted();
    const allow = (ranges: string[]) =>
      node.decided(accountStream(node.account), 'AllowedAddressesSet', { account: node.account, ranges });
    const { tickets } = node.access;
    const [inside, out] = [tickets.issue(principal, '192.168.3.4'), tickets.issue(principal, '10.0.0.1')];
    await allow(['192.168.0.0/16']);
    expect(await tickets.redeem(out)).toBeNull();
    expect(await tickets.redeem(inside)).toMatchObject({ userId: ana });
  });

  it('opens nothing for who must do something first', async () => {
    const principal = await accepted();
    const ticket = node.access.tickets.issue(principal, '10.0.0.1');
    await node.decided(accountStream(node.account), 'SecondFactorRequired', {
      account: node.account,
      required: true,
    });
    expect(await node.access.tickets.redeem(ticket)).toBeNull();
  });
});
