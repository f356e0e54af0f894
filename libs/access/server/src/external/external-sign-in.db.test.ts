import { accountStream, userStream, type UserId } from '@cotejo/access-contracts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AccessDatabase, AccessNode, refusalOf } from '../sign-in/sign-in.fixture.ts';
import { CLIENT, Directory, type DirectoryPerson } from './directory.fixture.ts';

const PUBLIC_URL = 'https://cotejo.example';
const RETURN = `${PUBLIC_URL}/api/login/external/azure_ad/return/`;
const NOBODY = { fault: 'external_sign_in_failed' };
const BROWSER = { ip: '10.0.0.1', userAgent: 'test' };

let database: AccessDatabase;
let directory: Directory;
let node: AccessNode;
let ana: UserId;
let name: string;

beforeAll(async () => {
  database = await AccessDatabase.make();
  directory = await Directory.open(RETURN);
});
afterAll(async () => {
  await directory.close();
  await database.drop();
});

beforeEach(async () => {
  node = await AccessNode.start(database, {
    installation: {
      mailServer: null,
      publicUrl: PUBLIC_URL,
      providers: { azure_ad: { ...CLIENT, issuer: directory.issuer } },
    },
  });
  // The directory uses the machine's clock.
  node.later((Date.now() - node.now.getTime()) / 1000);
  name = `ana.${node.account.slice(0, 8)}`;
  ana = await node.register(name);
  await method('azure_ad');
});
afterEach(() => node.stop());

const method = (to: string, user = ana) =>
  node.decided(userStream(user), 'AuthenticationMethodChanged', { user, method: to });
const email = () => `${name}@cuenta.example`;
const hers = (): DirectoryPerson => ({ sub: `sub-${name}`, email: email(), email_verified: true });

const start = (account?: string) => node.access.external.start('azure_ad', { pkg: 'audit', account });

/** Signs in at the directory as `who`; returns `w` or null. */
async function prove(who: DirectoryPerson, given: { account?: string; cookie?: string } = {}) {
  directory.who = who;
  const { location, cookie } = await start(given.account);
  const back = await directory.visit(location, RETURN);
  const returned = await node.access.external.return(
    'azure_ad',
    back.search.slice(1),
    given.cookie ?? cookie,
    BROWSER.ip,
  );
  const w = 'w' in returned ? returned.w : null;
  return { w, fault: 'w' in returned ? null : returned.fault, cookie, back };
}

describe('signing in with a directory', () => {
  it('opens a session for the person of that verified e-mail, and knows them again without it', async () => {
    const first = await prove(hers());
    const session = await node.access.external.finish(first.w ?? '', first.cookie, BROWSER);
    expect(session).toMatchObject({ userId: ana, accountId: node.account });
    const principal = await node.access.authenticator.authenticate(session.token);
    expect(await node.access.oneself.sessions(principal)).toMatchObject([{ method: 'azure_ad' }]);
    const again = await prove({ sub: hers().sub, email: 'otro@correo.example', email_verified: true });
    expect(await node.access.external.finish(again.w ?? '', again.cookie, BROWSER)).toMatchObject({
      userId: ana,
    });
  });

  it('gives the session once, within a minute, to the browser that began', async () => {
    const one = await prove(hers());
    await expect(node.access.external.finish(one.w ?? '', 'otra', BROWSER)).rejects.toMatchObject(
      refusalOf('external_sign_in_failed'),
    );
    const two = await prove(hers());
    await node.access.external.finish(two.w ?? '', two.cookie, BROWSER);
    await expect(node.access.external.finish(two.w ?? '', two.cookie, BROWSER)).rejects.toMatchObject(
      refusalOf('external_sign_in_failed'),
    );
    const three = await prove(hers());
    node.later(60);
    await expect(node.access.external.finish(three.w ?? '', three.cookie, BROWSER)).rejects.toMatchObject(
      refusalOf('external_sign_in_failed'),
    );
  });

  it('leaves people to end their other sessions without a password, for they have none', async () => {
    const open = async () => {
      const { w, cookie } = await prove(hers());
      return node.access.external.finish(w ?? '', cookie, BROWSER);
    };
    const [first, second] = [await open(), await open()];
    const principal = await node.access.authenticator.authenticate(second.token);
    expect(await node.access.oneself.endSessions(principal, first.id, '')).toBe(1);
  });

  it('proves nobody without the cookie of the browser that began', async () => {
    expect((await prove(hers(), { cookie: 'otra' })).w).toBeNull();
  });

  it('proves nobody twice with what the directory sent once', async () => {
    const { back, cookie } = await prove(hers());
    expect(await node.access.external.return('azure_ad', back.search.slice(1), cookie, BROWSER.ip)).toEqual(
      NOBODY,
    );
  });

  it('proves nobody with another state, another nonce or another verifier', async () => {
    directory.who = hers();
    const { location, cookie } = await start();
    const back = await directory.visit(location, RETURN);
    const forged = new URLSearchParams(back.search);
    forged.set('state', 'x'.repeat(43));
    expect(await node.access.external.return('azure_ad', forged.toString(), cookie, BROWSER.ip)).toEqual(
      NOBODY,
    );
    for (const [part, value] of [
      ['nonce', 'otro'],
      ['code_challenge', 'A'.repeat(43)],
    ] as const) {
      const begun = await start();
      const changed = new URL(begun.location);
      changed.searchParams.set(part, value);
      const returned = await directory.visit(changed.href, RETURN);
      expect(
        await node.access.external.return('azure_ad', returned.search.slice(1), begun.cookie, BROWSER.ip),
      ).toEqual(NOBODY);
    }
  });

  it('proves nobody by a word that the directory did not sign', async () => {
    directory.isForged = true;
    try {
      expect((await prove(hers())).fault).toBe('external_sign_in_failed');
    } finally {
      directory.isForged = false;
    }
    expect((await prove(hers())).w).not.toBeNull();
  });

  it.each([
    ['an e-mail that nobody verified', () => ({ ...hers(), email_verified: false })],
    ['an e-mail of which nothing is said', () => ({ sub: `x-${name}`, email: email() })],
    ['no e-mail', () => ({ sub: `y-${name}` })],
    ['somebody unknown', () => ({ sub: `z-${name}`, email: 'nadie@x.example', email_verified: true })],
  ])('finds nobody by %s', async (_, who) => {
    expect((await prove(who())).w).toBeNull();
  });

  it('finds nobody who signs in another way', async () => {
    await method('password');
    expect((await prove(hers())).w).toBeNull();
  });

  it('finds nobody in an account that was not meant', async () => {
    expect((await prove(hers(), { account: 'Otra cuenta' })).w).toBeNull();
    expect((await prove(hers(), { account: node.account })).w).not.toBeNull();
  });

  it('chooses nobody where the e-mail is in several accounts: the account is asked for', async () => {
    const { people, state } = node.access;
    const account = await people.openAccount({ name: `Otra ${name}`, edition: 'internal' }, 'system:test');
    const other = await people.registerUser(
      {
        accountId: account,
        username: `b.${name}`,
        firstName: 'B',
        lastName: 'B',
        email: email(),
        role: 'auditor',
        userType: 'auditor',
        password: null,
      },
      'system:test',
    );
    await state.settle();
    // The namesake has another method, so there is only one match.
    expect((await prove(hers(), { account: node.account })).w).not.toBeNull();
    await method('azure_ad', other);
    const stranger = { ...hers(), sub: `nueva-${name}` };
    expect((await prove(stranger)).fault).toBe('account_required');
    const there = await prove(stranger, { account });
    expect(await node.access.external.finish(there.w ?? '', there.cookie, BROWSER)).toMatchObject({
      userId: other,
    });
  });

  it('forgets who somebody was there when their e-mail or their method changes', async () => {
    const { admin } = node.access;
    const eva = await node.register(`eva.${name}`, { role: 'admin' });
    const by = node.access.state.principalOf(node.account, eva);
    if (by === null) throw new Error('nobody');
    await prove(hers());
    const moved = { sub: `otra-${name}`, email: email(), email_verified: true };
    expect((await prove(moved)).w).toBeNull();
    await admin.people.apply(by, ana, { kind: 'method', method: 'password' }, { code: 'requested' });
    await admin.people.apply(by, ana, { kind: 'method', method: 'azure_ad' }, { code: 'requested' });
    expect((await prove({ ...hers(), email_verified: false })).w).toBeNull();
    expect((await prove(moved)).w).not.toBeNull();
    const { username, firstName, lastName } = node.access.state.personalData(ana) ?? {
      username: '',
      firstName: '',
      lastName: '',
    };
    const body = { username, first_name: firstName, last_name: lastName, email: `n.${email()}` };
    await admin.people.edit(by, ana, {
      ...body,
      role: 'JR',
      consent: true,
      motivo: 'requested',
    });
    expect((await prove(moved)).w).toBeNull();
  });

  it('lets nobody take over a person whom somebody else of the directory is', async () => {
    await prove(hers());
    expect((await prove({ sub: `intruso-${name}`, email: email(), email_verified: true })).w).toBeNull();
  });

  it('opens nothing for who is locked, nor from an address that the account does not allow', async () => {
    await node.decided(accountStream(node.account), 'AllowedAddressesSet', {
      account: node.account,
      ranges: ['192.168.0.0/16'],
    });
    expect((await prove(hers())).fault).toBe('unauthorized_ip');
    await node.decided(accountStream(node.account), 'AllowedAddressesSet', {
      account: node.account,
      ranges: [],
    });
    const { w, cookie } = await prove(hers());
    await node.decided(userStream(ana), 'UserLocked', { user: ana });
    await expect(node.access.external.finish(w ?? '', cookie, BROWSER)).rejects.toMatchObject(
      refusalOf('invalid_credentials'),
    );
    expect((await prove(hers())).fault).toBe('external_sign_in_failed');
  });

  it('tells who is proved that their account is suspended, and strangers nothing', async () => {
    await node.decided(accountStream(node.account), 'AccountSuspended', { account: node.account });
    expect((await prove(hers())).fault).toBe('account_suspended');
    expect((await prove({ sub: `q-${name}`, email: 'nadie@x.example', email_verified: true })).fault).toBe(
      'external_sign_in_failed',
    );
  });

  it('is not offered where it is not configured', async () => {
    expect(node.access.external.methods).toEqual(['azure_ad']);
    await expect(
      node.access.external.start('google', { pkg: 'audit', account: undefined }),
    ).rejects.toMatchObject(refusalOf('method_not_offered'));
  });
});
