import { randomUUID } from 'node:crypto';
import { accessCalls, type AccountRow, type SessionData } from '@cotejo/access-contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { AskedCalls } from './asked-calls.fixture.ts';
import { DEMO_ACCOUNT_ID } from '../demo/seed-demo-account.ts';
import { serverOfThisFile } from '../server-of-this-file.fixture.ts';
import type { StartedServer } from '../started-server.fixture.ts';

const { product, people, account } = accessCalls;
const PASSWORD = 'tres-loros-verdes-cantan';

const server = serverOfThisFile();
let started: StartedServer;
let ask: AskedCalls;
let admin: SessionData;

beforeAll(async () => {
  started = server();
  ask = new AskedCalls(started);
  admin = await started.signIn('beatriz.cano');
});

let made = 0;
const opening = (over: object = {}) => ({
  account_name: `Firma ${++made}`,
  pkg: 'audit',
  edition: 'firm',
  quota: 1000,
  admin: {
    username: `jefa${made}`,
    first_name: 'Rosa',
    last_name: 'Mora',
    email: `rosa${made}@firma.example`,
  },
  ...over,
});
const opened = (over: object = {}): Promise<AccountRow> =>
  ask.answer(admin, product.openAccount, { body: opening(over) });

/** Session of an account's first administrator, with a chosen password. */
async function administratorOf({ id, account_name: name }: AccountRow): Promise<SessionData> {
  const { state, passwords } = started.server.foundation.access;
  const [first] = state.people(state.accounts.find((one) => one === id) ?? DEMO_ACCOUNT_ID);
  if (first === undefined) throw new Error('nobody is in the account');
  await passwords.put(first.accountId, first.id, PASSWORD);
  const session = await ask.signingIn(first.username, PASSWORD, name);
  if (typeof session === 'string') throw new Error(session);
  return session;
}

describe('accounts', () => {
  it('are the business of groups 2 and 3 alone', async () => {
    const manager = await started.signIn('claudia.restrepo');
    const params = { id: DEMO_ACCOUNT_ID };
    expect(await ask.refusal(manager, product.accounts)).toBe('403 access_not_authorized');
    expect(await ask.refusal(manager, product.openAccount, { body: opening() })).toBe(
      '403 access_not_authorized',
    );
    expect(await ask.refusal(manager, product.slots, { params })).toBe('403 access_not_authorized');
    const rows = await ask.answer(admin, product.accounts);
    expect(rows.sort((a, b) => b.users - a.users)).toMatchObject([
      { id: DEMO_ACCOUNT_ID, demo: true, edition: 'internal', suspended: false, users: 10 },
      { demo: true, edition: 'firm', suspended: false, users: 4 },
    ]);
  });

  it('are opened with their first administrator, once however often the call is repeated', async () => {
    const given = { body: opening(), key: randomUUID() };
    const row = await ask.answer(admin, product.openAccount, given);
    expect(row).toMatchObject({ edition: 'firm', quota: 1000, used: 0, users: 1, demo: false });
    expect(await ask.answer(admin, product.openAccount, given)).toEqual(row);
    const session = await administratorOf(row);
    expect(await ask.answer(session, people.users)).toMatchObject([
      { role: 'ADMIN', user_type: 'administrator' },
    ]);
    expect(session.user).toMatchObject({ account_id: row.id, is_superuser: false, groups: [] });
  });

  it.each<[string, () => object, string]>([
    ['a name that is taken', () => ({ account_name: 'FRAILEJÓN alimentos s.a.s.' }), '409 account_exists'],
    [
      'a user name that is none',
      () => ({ admin: { username: 'a b', first_name: 'A', last_name: 'B', email: 'a@b.example' } }),
      '422 username_invalid',
    ],
  ])('are not opened under %s', async (_, over, expected) => {
    expect(await ask.refusal(admin, product.openAccount, { body: opening(over()) })).toBe(expected);
  });

  it('change in whatever is named, all of it or nothing', async () => {
    const { id } = await opened();
    const params = { id };
    const body = {
      account_name: `Otra ${++made}`,
      pkg: 'other',
      edition: 'internal',
      addons: ['crm', 'abi'],
      quota: null,
      ranges: ['10.0.0.0/8'],
      motivo: 'contract',
    };
    const { motivo, ...expected } = body;
    expect(await ask.answer(admin, product.changeAccount, { params, body })).toMatchObject(expected);
    const taken = { account_name: 'FRAILEJÓN alimentos s.a.s.', pkg: 'audit', edition: 'firm' };
    expect(await ask.refusal(admin, product.changeAccount, { params, body: taken })).toBe(
      '409 account_exists',
    );
    const rows = await ask.answer(admin, product.accounts);
    expect(rows.find((row) => row.id === id)).toMatchObject({ ...expected });
    expect(motivo).toBe('contract');
    const nowhere = { params: { id: randomUUID() }, body: { edition: 'firm' } };
    expect(await ask.refusal(admin, product.changeAccount, nowhere)).toBe('404 not_found');
  });

  it('that are suspended are out at once, all of their people; nobody suspends their own', async () => {
    const row = await opened();
    const session = await administratorOf(row);
    const to = (suspended: boolean) => ({ params: { id: row.id }, body: { suspended } });
    expect(await ask.answer(admin, product.changeAccount, to(true))).toMatchObject({ suspended: true });
    expect((await started.get('/users/@me/', session)).status).toBe(401);
    expect(await ask.answer(admin, product.changeAccount, to(false))).toMatchObject({ suspended: false });
    await administratorOf(row);
    const own = { params: { id: DEMO_ACCOUNT_ID }, body: { suspended: true } };
    expect(await ask.refusal(admin, product.changeAccount, own)).toBe('409 own_access');
  });
});

describe('addresses', () => {
  it('shut everybody else out, everywhere, and never whoever sets them', async () => {
    const row = await opened();
    const session = await administratorOf(row);
    const shut = { body: { ranges: ['203.0.113.0/24'] } };
    expect(await ask.refusal(session, account.setAddresses, shut)).toBe('422 addresses_shut_out');
    const body = { ranges: ['127.0.0.0/8', '203.0.113.7'] };
    expect(await ask.answer(session, account.setAddresses, { body })).toEqual(body);
    expect(await ask.answer(session, account.security)).toEqual({ second_factor_required: false, ...body });
    const socket = await started.feed(session);
    const closed = new Promise((resolve) => socket.once('disconnect', resolve));
    const away = { params: { id: row.id }, body: { ranges: ['203.0.113.7'] } };
    await ask.answer(admin, product.changeAccount, away);
    await closed;
    expect(await ask.refusal(session, people.users)).toBe('403 unauthorized_ip');
    expect(await ask.refusal(session, accessCalls.oneself.ticket)).toBe('403 unauthorized_ip');
    await ask.answer(admin, product.changeAccount, { params: { id: row.id }, body: { ranges: [] } });
    await ask.answer(session, people.users);
    const rows = await ask.answer(session, account.history);
    const told = rows.map(({ type, author, author_kind }) => [type, author, author_kind]);
    expect(told.slice(0, 3)).toEqual([
      ['AllowedAddressesSet', null, 'product'],
      ['AllowedAddressesSet', null, 'product'],
      ['AllowedAddressesSet', 'Rosa Mora', 'person'],
    ]);
    // The account's first administrator received an invitation.
    expect(await ask.answer(session, account.mailLog)).toMatchObject([{ subject: 'Invitación a Cotejo' }]);
  });
});

describe('slots of an account', () => {
  it('are made, dated and removed; who fills them is its own business', async () => {
    const { id } = await opened();
    const params = { id };
    const body = { type: 'auditor', count: 3, start_date: '2026-01-01', due_date: '2026-12-31' };
    const [slot, other] = await ask.answer(admin, product.createSlots, { params, body });
    if (slot === undefined || other === undefined) throw new Error('no slots were made');
    const one = { id, slot: slot.slotId };
    const dates = { start_date: '2026-02-01', due_date: null };
    expect(await ask.answer(admin, product.dateSlot, { params: one, body: dates })).toMatchObject(dates);
    const backwards = { start_date: '2026-02-01', due_date: '2026-01-01' };
    expect(await ask.refusal(admin, product.dateSlot, { params: one, body: backwards })).toBe(
      '422 slot_dates',
    );
    expect(await ask.answer(admin, product.removeSlot, { params: one })).toEqual({ removed: true });
    expect(await ask.refusal(admin, product.removeSlot, { params: one })).toBe('404 slot_not_found');
    expect(await ask.answer(admin, product.slots, { params })).toHaveLength(2);
    // A slot id is not found under another account.
    const elsewhere = { params: { id: DEMO_ACCOUNT_ID, slot: other.slotId } };
    expect(await ask.refusal(admin, product.removeSlot, elsewhere)).toBe('404 slot_not_found');
    const abi = { params, body: { ...body, pool: 'abi' } };
    expect(await ask.refusal(admin, product.createSlots, abi)).toBe('409 addon_missing');
    const told = await ask.answer(admin, product.slots, { params: { id: DEMO_ACCOUNT_ID } });
    expect(JSON.stringify(told)).not.toContain('@');
  });
});

describe('a consultant', () => {
  const who = () => ({
    username: `consultor${++made}`,
    first_name: 'Saúl',
    last_name: 'Vega',
    email: `saul${made}@apoyo.example`,
  });
  const inAMonth = (until: string): number => Math.round((Date.parse(until) - Date.now()) / 86_400_000);

  it('is let in for one month, renewed, and sent away at once', async () => {
    const row = await opened();
    const params = { id: row.id };
    const admitted = await ask.answer(admin, product.admitConsultant, { params, body: who() });
    expect(inAMonth(admitted.until)).toBeGreaterThanOrEqual(28);
    expect(inAMonth(admitted.until)).toBeLessThanOrEqual(31);
    const { state, passwords } = started.server.foundation.access;
    const [found] = state
      .people(state.accounts.find((one) => one === row.id) ?? DEMO_ACCOUNT_ID)
      .filter(({ id }) => id === admitted.user);
    if (found === undefined) throw new Error('the consultant is nobody');
    await passwords.put(found.accountId, found.id, PASSWORD);
    const session = (await ask.signingIn(admitted.username, PASSWORD, row.account_name)) as SessionData;
    await ask.answer(session, people.users);
    const one = { params: { id: row.id, user: admitted.user } };
    expect(await ask.answer(admin, product.revokeConsultant, one)).toMatchObject({ revoked: true });
    expect((await started.get('/users/@me/', session)).status).toBe(401);
    expect(await ask.refusal(admin, product.revokeConsultant, one)).toBe('409 already_so');
    expect(await ask.answer(admin, product.renewConsultant, { ...one, body: {} })).toMatchObject({
      revoked: false,
    });
    const nobody = { params: { id: row.id, user: randomUUID() }, body: {} };
    expect(await ask.refusal(admin, product.renewConsultant, nobody)).toBe('404 consultant_not_found');
  });

  it('does not come in unseen: administrators of the account are told, and when it is for longer', async () => {
    const row = await opened();
    const session = await administratorOf(row);
    const params = { id: row.id };
    const admitted = await ask.answer(admin, product.admitConsultant, { params, body: who() });
    const told = async () => {
      const mails = await ask.answer(session, account.mailLog);
      return mails.filter(({ subject }) => subject.startsWith('Una persona de consultoría'));
    };
    expect(await told()).toMatchObject([{ to: session.user.email }]);
    expect((await told())[0]?.text).toMatch(
      /Saúl Vega \(saul\d+@apoyo\.example\), hasta el \d\d\/\d\d\/\d{4}/,
    );
    const one = { params: { id: row.id, user: admitted.user } };
    await ask.answer(admin, product.renewConsultant, { ...one, body: {} });
    expect(await told()).toHaveLength(2);
    await ask.answer(admin, product.revokeConsultant, one);
    expect(await told()).toHaveLength(2);
  });

  it('is nobody whose user name or e-mail the account knows', async () => {
    const body = { ...who(), username: 'laura.pineda' };
    const params = { id: DEMO_ACCOUNT_ID };
    expect(await ask.refusal(admin, product.admitConsultant, { params, body })).toBe('409 username_taken');
    const rows = await ask.answer(admin, product.accounts);
    expect(rows.find(({ id }) => id === DEMO_ACCOUNT_ID)?.consultants).toEqual([]);
  });
});
