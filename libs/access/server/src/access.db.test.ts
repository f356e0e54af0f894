import { randomUUID } from 'node:crypto';
import { accountId, type AccountId, type Principal, type UserId } from '@cotejo/access-contracts';
import type { EventStore } from '@cotejo/event-store';
import { createPostgresEventStore, migrateEventStore } from '@cotejo/event-store/postgres';
import { testDatabase, type TestDatabase } from '@cotejo/testing';
import { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startAccess, type Access } from './access.ts';
import { FAILURES_TO_LOCK } from './sign-in/name-lock.ts';
import type { OpenedSession } from './sign-in/sessions.ts';
import { grantVault, vaultMigrations } from './vault/create-vault.ts';

const PASSWORD = 'una-clave-larga-2026';

let database: TestDatabase;
let pool: Pool;
let store: EventStore;
/** Two nodes on one log. */
let node: Access;
let other: Access;
let now: Date;
let account: AccountId;
let ana: UserId;

const clock = (): Date => now;
const silent = { warn: () => undefined };

beforeAll(async () => {
  database = await testDatabase();
  await migrateEventStore(database.ownerUrl, { appRole: new URL(database.appUrl).username });
  const source = new DataSource({ type: 'postgres', url: database.ownerUrl, migrations: vaultMigrations });
  await source.initialize();
  await source.runMigrations();
  await grantVault(source, new URL(database.appUrl).username);
  await source.destroy();
  pool = new Pool({ connectionString: database.appUrl });
  store = createPostgresEventStore({ connectionString: database.appUrl });
});

afterAll(async () => {
  await store.close();
  await pool.end();
  await database.drop();
});

beforeEach(async () => {
  now = new Date('2026-03-01T10:00:00.000Z');
  node = await startAccess({ pool, store, now: clock, log: silent });
  other = await startAccess({ pool, store, now: clock, log: silent });
  account = await node.people.openAccount(
    { name: `Cuenta ${randomUUID()}`, edition: 'internal' },
    'system:test',
  );
  ana = await register('ana.gil');
});

afterEach(async () => {
  await node.stop();
  await other.stop();
});

const register = (username: string): Promise<UserId> =>
  node.people.registerUser(
    {
      accountId: account,
      username,
      firstName: 'Ana',
      lastName: 'Gil',
      email: `${username}@cuenta.example`,
      role: 'auditor',
      userType: 'auditor',
      password: PASSWORD,
    },
    'system:test',
  );

async function signIn(
  given: { username?: string; password?: string; ip?: string } = {},
  at: Access = node,
): Promise<OpenedSession> {
  const step = await at.signIn.signIn({
    username: 'ana.gil',
    password: PASSWORD,
    pkg: 'audit',
    account,
    ip: '10.0.0.1',
    userAgent: 'test',
    ...given,
  });
  if (step.kind !== 'session') throw new Error('a code was asked for');
  return step.session;
}

const later = (seconds: number): void => {
  now = new Date(now.getTime() + seconds * 1000);
};

const refusal = (code: string) => expect.objectContaining({ name: 'Refusal', code });

async function settled(...nodes: Access[]): Promise<void> {
  await Promise.all(nodes.map((one) => one.state.settle()));
}

describe('signing in', () => {
  it('opens a session that every node knows', async () => {
    const { token } = await signIn({ username: ' Ana.GIL ' });
    for (const one of [node, other]) {
      const principal = await one.authenticator.authenticate(token);
      expect(principal).toMatchObject({ userId: ana, accountId: account, role: 'auditor' });
    }
  });

  it('keeps neither password nor token where somebody could read them', async () => {
    const { token } = await signIn();
    const { rows } = await pool.query<{ dump: string }>(
      `select (select json_agg(c) from vault.credential c)::text || (select json_agg(s) from vault.session s)::text
           || (select json_agg(e) from es.event e)::text as dump`,
    );
    expect(rows[0]?.dump).not.toContain(PASSWORD);
    expect(rows[0]?.dump).not.toContain(token);
    expect(rows[0]?.dump).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
  });

  it('writes no name and no e-mail into the log', async () => {
    await signIn();
    const { rows } = await pool.query<{ dump: string }>('select json_agg(e)::text as dump from es.event e');
    expect(rows[0]?.dump).not.toMatch(/ana\.gil|"Ana"|Gil|example/);
  });

  it('answers alike for a wrong password and for nobody', async () => {
    await expect(signIn({ password: 'otra' })).rejects.toEqual(refusal('invalid_credentials'));
    await expect(signIn({ username: 'nadie' })).rejects.toEqual(refusal('invalid_credentials'));
  });

  it('needs the account where a name is in two', async () => {
    await register('ana.doble');
    const second = await node.people.openAccount(
      { name: `Otra ${randomUUID()}`, edition: 'firm' },
      'system:test',
    );
    account = second;
    const twin = await register('ana.doble');
    expect((await signIn({ username: 'ana.doble' })).userId).toBe(twin);
    const anywhere = {
      username: 'ana.doble',
      password: PASSWORD,
      pkg: 'audit',
      ip: '10.0.0.7',
      userAgent: 'test',
    };
    await expect(node.signIn.signIn({ ...anywhere, account: undefined })).rejects.toEqual(
      refusal('account_required'),
    );
  });

  it.each(['ana.gil', 'nadie'])('throttles an address that keeps failing as %s', async (username) => {
    for (let i = 0; i < 5; i++) await expect(signIn({ username, password: 'no' })).rejects.toThrow();
    await expect(signIn({ username })).rejects.toMatchObject({
      code: 'too_many_requests',
      status: 429,
      options: { details: { retryAfter: 60 } },
    });
    later(61);
    if (username === 'ana.gil') await expect(signIn()).resolves.toMatchObject({ userId: ana });
  });

  it.each(['ana.gil', 'nadie'])('locks the name %s after ten failures, on every node', async (username) => {
    for (let i = 0; i < FAILURES_TO_LOCK; i++) {
      await expect(signIn({ username, password: 'no', ip: `10.1.0.${i}` })).rejects.toEqual(
        refusal('invalid_credentials'),
      );
    }
    await expect(signIn({ username, ip: '10.2.0.1' }, other)).rejects.toEqual(refusal('account_locked'));
    later(15 * 60 - 1);
    await expect(signIn({ username, ip: '10.2.0.2' })).rejects.toEqual(refusal('account_locked'));
    later(2);
    if (username === 'ana.gil') await expect(signIn()).resolves.toMatchObject({ userId: ana });
  });

  it('locks a name after ten failures also when they all come at once', async () => {
    const attempts = Array.from({ length: 3 * FAILURES_TO_LOCK }, (_, i) =>
      signIn({ password: 'no', ip: `10.3.0.${i}` }).then(
        () => 'signed in',
        (error: { code?: string }) => error.code,
      ),
    );
    const codes = await Promise.all(attempts);
    expect(codes.filter((code) => code === 'invalid_credentials')).toHaveLength(FAILURES_TO_LOCK);
    expect(codes.filter((code) => code === 'account_locked')).toHaveLength(2 * FAILURES_TO_LOCK);
  });

  it('forgets failures once somebody signs in', async () => {
    for (let i = 0; i < FAILURES_TO_LOCK - 1; i++) {
      await expect(signIn({ password: 'no', ip: `10.1.0.${i}` })).rejects.toThrow();
    }
    await signIn();
    await expect(signIn({ password: 'no', ip: '10.3.0.1' })).rejects.toEqual(refusal('invalid_credentials'));
    await expect(signIn()).resolves.toMatchObject({ userId: ana });
  });
});

describe('a session', () => {
  it('is unknown when the token was made up or belongs to another session', async () => {
    const { id } = await signIn();
    const forged = Buffer.concat([Buffer.from(id.replaceAll('-', ''), 'hex'), Buffer.alloc(32, 1)]);
    for (const token of ['x', forged.toString('base64url')]) {
      await expect(node.authenticator.authenticate(token)).rejects.toEqual(refusal('token_invalid'));
    }
  });

  it('expires after twelve hours, and says so', async () => {
    const { id, token } = await signIn();
    // Used from time to time, so that it does not become idle.
    for (let used = 0; used < 3; used++) {
      later(3 * 3600);
      await other.authenticator.authenticate(token);
    }
    later(3 * 3600 - 1);
    await expect(other.authenticator.authenticate(token)).resolves.toMatchObject({ sessionId: id });
    later(1);
    for (const one of [node, other]) {
      await expect(one.authenticator.authenticate(token)).rejects.toEqual(refusal('token_expired'));
      expect(one.state.principalOfSession(id)).toBeNull();
    }
  });

  it('tells its listeners when its time is over', async () => {
    const { id } = await signIn();
    const ended = new Promise<void>((resolve) => {
      other.state.onSessionEnded((session) => session === id && resolve());
    });
    await settled(other);
    later(12 * 3600);
    await ended;
  });

  it('ends on every node by signing out', async () => {
    const { id, token } = await signIn();
    const principal = await other.authenticator.authenticate(token);
    const ended: string[] = [];
    other.state.onSessionEnded((session) => void ended.push(session));
    await node.signIn.signOut(principal);
    await settled(other);
    expect(ended).toEqual([id]);
    for (const one of [node, other]) {
      await expect(one.authenticator.authenticate(token)).rejects.toEqual(refusal('token_invalid'));
    }
  });

  it('leaves the person’s other sessions alone', async () => {
    const [first, second] = [await signIn(), await signIn()];
    await node.signIn.signOut(await node.authenticator.authenticate(first.token));
    await expect(node.authenticator.authenticate(second.token)).resolves.toMatchObject({ userId: ana });
  });

  it('survives a restart', async () => {
    const { token } = await signIn();
    const restarted = await startAccess({ pool, store, now: clock, log: silent });
    await expect(restarted.authenticator.authenticate(token)).resolves.toMatchObject({ userId: ana });
    expect(restarted.state.person(account, ana)).toMatchObject({ firstName: 'Ana', initials: 'AG' });
    await restarted.stop();
  });
});

describe('a ticket', () => {
  let principal: Principal;

  beforeEach(async () => {
    principal = await node.authenticator.authenticate((await signIn()).token);
    await settled(other);
  });

  it('opens one socket, on whichever node', async () => {
    const ticket = node.tickets.issue(principal);
    expect(await other.tickets.redeem(ticket)).toMatchObject({ userId: ana, sessionId: principal.sessionId });
    expect(await other.tickets.redeem(ticket)).toBeNull();
    expect(await node.tickets.redeem(ticket)).toBeNull();
  });

  it('opens one socket only, also when all nodes are asked at once', async () => {
    const ticket = node.tickets.issue(principal);
    const asked = await Promise.all([node, other, node, other].map((one) => one.tickets.redeem(ticket)));
    expect(asked.filter((answer) => answer !== null)).toHaveLength(1);
  });

  it('lasts thirty seconds', async () => {
    const ticket = node.tickets.issue(principal);
    later(30);
    expect(await node.tickets.redeem(ticket)).toBeNull();
  });

  it('dies with its session', async () => {
    const ticket = node.tickets.issue(principal);
    await node.signIn.signOut(principal);
    expect(await node.tickets.redeem(ticket)).toBeNull();
  });

  it('cannot be changed', async () => {
    const [body = '', signature = ''] = node.tickets.issue(principal).split('.');
    const claim = JSON.parse(Buffer.from(body, 'base64url').toString());
    const longer = Buffer.from(JSON.stringify({ ...claim, until: claim.until + 60_000 })).toString(
      'base64url',
    );
    for (const ticket of ['', 'a.b', body, `${body}.`, `${longer}.${signature}`, `${body}.${signature}.x`]) {
      expect(await node.tickets.redeem(ticket)).toBeNull();
    }
  });
});

describe('registering', () => {
  it('refuses a name that is taken, in any case of its letters', async () => {
    await expect(register('Ana.Gil')).rejects.toEqual(refusal('username_taken'));
  });

  it('refuses an account whose name is taken', async () => {
    await settled(node);
    const name = node.state.account(account)?.name?.name.toUpperCase() ?? '';
    await expect(node.people.openAccount({ name, edition: 'firm' }, 'system:test')).rejects.toEqual(
      refusal('account_exists'),
    );
  });

  it.each([
    ['corta-2026', 'password_length'],
    ['x'.repeat(129), 'password_length'],
  ])('refuses the password %s', async (password, code) => {
    const person = {
      accountId: account,
      username: 'leo',
      firstName: 'Leo',
      lastName: 'Paz',
      email: 'leo@cuenta.example',
      role: 'guest' as const,
      userType: 'guest' as const,
      password,
    };
    await expect(node.people.registerUser(person, 'system:test')).rejects.toEqual(refusal(code));
  });

  it('goes on where a crash left a row without its event', async () => {
    const id = accountId.parse(randomUUID());
    const name = `Rota ${id}`;
    await pool.query('insert into vault.account (id, name, pkg) values ($1, $2, $3)', [id, name, 'audit']);
    await expect(node.people.openAccount({ id, name, edition: 'internal' }, 'system:test')).resolves.toBe(id);
    await expect(node.people.openAccount({ id, name, edition: 'internal' }, 'system:test')).rejects.toEqual(
      refusal('account_exists'),
    );
  });

  it('shows a person to their own account alone', async () => {
    await settled(node);
    const second = await node.people.openAccount(
      { name: `Otra ${randomUUID()}`, edition: 'firm' },
      'system:test',
    );
    await settled(node);
    expect(node.state.people(account).map(({ id }) => id)).toEqual([ana]);
    expect(node.state.people(second)).toEqual([]);
    expect(node.state.person(second, ana)).toBeNull();
    expect(node.state.principalOf(second, ana)).toBeNull();
  });
});
