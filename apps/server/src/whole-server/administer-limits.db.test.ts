import { randomUUID } from 'node:crypto';
import {
  accessCalls,
  userId,
  type SessionData,
  type UserDetail,
  type UserType,
} from '@cotejo/access-contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { AskedCalls } from './asked-calls.fixture.ts';
import { DEMO_PASSWORD } from '../demo/demo-people.ts';
import { DEMO_ACCOUNT_ID } from '../demo/seed-demo-account.ts';
import { serverOfThisFile } from '../server-of-this-file.fixture.ts';
import type { StartedServer } from '../started-server.fixture.ts';

const calls = accessCalls.people;

const server = serverOfThisFile();
let started: StartedServer;
let ask: AskedCalls;
let admin: SessionData;

beforeAll(async () => {
  started = server();
  ask = new AskedCalls(started);
  admin = await started.signIn('beatriz.cano');
});

const addSlots = (type: UserType, count: number) =>
  ask.answer(admin, accessCalls.product.createSlots, {
    params: { id: DEMO_ACCOUNT_ID },
    body: { type, count, start_date: '2020-01-01', due_date: null },
  });

let made = 0;
const person = (over: object = {}) => {
  const username = `nueva.persona${++made}`;
  const email = `${username}@frailejon.example`;
  return { username, first_name: 'Nueva', last_name: 'Persona', email, role: 'JR', ...over };
};
const added = (over: object = {}): Promise<UserDetail> =>
  ask.answer(admin, calls.createUser, { body: person(over) });
const detail = (id: string): Promise<UserDetail> => ask.answer(admin, calls.user, { params: { id } });
const data = (user: UserDetail, over: object = {}) => {
  const { first_name, last_name, email, role } = user;
  return { first_name, last_name, email, role, ...over };
};

describe('a slot, where places are counted', () => {
  const nobody = 'nadie.cupo';
  const asIt = (over: object = {}) => person({ role: 'ADMIN', user_type: 'it_administrator', ...over });

  it('is claimed by whoever is added, and without a free one nobody is', async () => {
    expect(await ask.refusal(admin, calls.createUser, { body: asIt({ username: nobody }) })).toBe(
      '409 no_free_slot',
    );
    const all = await ask.answer(admin, calls.users, { query: { q: nobody } });
    expect(all).toEqual([]);
    const [slot] = await addSlots('it_administrator', 1);
    const given = { body: asIt(), key: randomUUID() };
    const user = await ask.answer(admin, calls.createUser, given);
    expect(user).toMatchObject({ user_type: 'it_administrator', slotId: slot?.slotId });
    expect(await ask.answer(admin, calls.createUser, given)).toEqual(user);
    expect(await ask.refusal(admin, calls.createUser, { body: asIt() })).toBe('409 no_free_slot');
  });

  it('is not lost to somebody whose name is taken', async () => {
    const [slot] = await addSlots('it_administrator', 1);
    const taken = asIt({ username: 'laura.pineda' });
    expect(await ask.refusal(admin, calls.createUser, { body: taken })).toBe('409 username_taken');
    const user = await ask.answer(admin, calls.createUser, { body: asIt() });
    expect(user.slotId).toBe(slot?.slotId);
  });

  it('says what its person is: another kind needs another slot', async () => {
    const user = await added({ role: 'ADMIN' });
    expect(user.user_type).toBe('administrator');
    const asIt = { params: { id: user.id }, body: data(user, { user_type: 'it_administrator' }) };
    expect(await ask.refusal(admin, calls.editUser, asIt)).toBe('422 slot_type_differs');
    const { slots } = accessCalls;
    await ask.answer(admin, slots.release, { params: { id: user.slotId ?? '' }, body: {} });
    const [slot] = await addSlots('it_administrator', 1);
    const { first_name, last_name, email, role } = user;
    const assigned = { params: { id: slot?.slotId ?? '' }, body: { first_name, last_name, email, role } };
    await ask.answer(admin, slots.assign, assigned);
    expect(await detail(user.id)).toMatchObject({ user_type: 'it_administrator', role: 'ADMIN' });
  });
});

describe('somebody with more rights', () => {
  it('is not taken over by whoever keeps people and may do less', async () => {
    const user = await added();
    const { roles } = accessCalls;
    const before = await ask.answer(admin, roles.permissions, { params: { id: 'SR' } });
    const body = { permissions: { 'users.*': 1, 'user_slots.*': 1, 'access_history.access': 1 } };
    await ask.answer(admin, roles.setPermissions, { params: { id: 'SR' }, body });
    const helper = await started.signIn('andres.murcia');
    const params = { id: user.id };
    const beyond = '403 beyond_own_rights';
    const generated = { params, body: { generate_password: true } };
    const moved = { params, body: data(user, { email: 'otra@frailejon.example', consent: true }) };
    const method = { params, body: { auth_method: 'google' } };
    expect(await ask.refusal(helper, calls.editUser, generated)).toBe(beyond);
    expect(await ask.refusal(helper, calls.editUser, moved)).toBe(beyond);
    expect(await ask.refusal(helper, calls.lock, { params, body: { locked: true } })).toBe(beyond);
    expect(await ask.refusal(helper, calls.forceReset, { params, body: {} })).toBe(beyond);
    expect(await ask.refusal(helper, calls.removeOtp, { params })).toBe(beyond);
    expect(await ask.refusal(helper, calls.endSessions, { params })).toBe(beyond);
    expect(await ask.refusal(helper, calls.exportData, { params })).toBe(beyond);
    expect(await ask.refusal(helper, calls.forget, { params })).toBe(beyond);
    expect(['403 beyond_own_rights', '409 method_not_offered']).toContain(
      await ask.refusal(helper, calls.setMethod, method),
    );
    const slot = { params: { id: user.slotId ?? '' }, body: {} };
    expect(await ask.refusal(helper, accessCalls.slots.release, slot)).toBe(beyond);
    expect(await detail(user.id)).toEqual(user);
    await ask.answer(admin, roles.setPermissions, { params: { id: 'SR' }, body: before });
  });
});

describe('the reason that is told', () => {
  it('stands in the history: of the logo, and of whoever is let sign in again', async () => {
    const { account } = accessCalls;
    await started
      .api()
      .put('/api/account/logo/?motivo=contract')
      .set('Authorization', `Token ${admin.token}`)
      .set('Content-Type', 'image/png')
      .send(Buffer.from('89504e470d0a1a0a0000', 'hex'))
      .expect(200);
    await ask.answer(admin, account.removeLogo, { query: { motivo: 'mistake' } });
    const params = { id: (await added()).id };
    const user = userId.parse(params.id);
    const until = new Date(Date.now() + 900_000).toISOString();
    const { userLog, state } = started.server.foundation.access;
    const of = { account: DEMO_ACCOUNT_ID, user, actor: 'system:sign-in' } as const;
    await userLog.append(of, [{ type: 'SignInThrottled', data: { user, until } }]);
    await state.settle();
    await ask.answer(admin, calls.releaseSignIn, { params, query: { motivo: 'security' } });
    const rows = await ask.answer(admin, account.history);
    const told = rows.map(({ type, motivo }) => `${type} ${motivo}`);
    expect(told).toEqual(
      expect.arrayContaining(['LogoSet contract', 'LogoSet mistake', 'SignInReleased security']),
    );
  });
});

describe('one’s own e-mail', () => {
  const to = (own: UserDetail, over: object = {}) => ({
    params: { id: own.id },
    body: data(own, { email: 'beatriz@otra.example', consent: true, ...over }),
  });

  it('takes the present password, besides the consent', async () => {
    const own = await detail(admin.user.id);
    const refused = (over: object) => ask.refusal(admin, calls.editUser, to(own, over));
    expect(await refused({ current: DEMO_PASSWORD, consent: false })).toBe('422 consent_required');
    expect(await refused({ current: 'no-es-esta' })).toBe('401 invalid_credentials');
    expect(await refused({ current: DEMO_PASSWORD, role: 'JR' })).toBe('409 own_access');
    const { body } = await started
      .api()
      .put(`/api/users/${own.id}/`)
      .set('Authorization', `Token ${admin.token}`)
      .send(to(own).body)
      .expect(400);
    expect(body.fields).toEqual({ current: 'Campo requerido.' });
    expect(await detail(own.id)).toEqual(own);

    const proven = to(own, { current: DEMO_PASSWORD });
    const changed = await ask.answer(admin, calls.editUser, proven);
    expect(changed.email).toBe('beatriz@otra.example');
    expect(await ask.answer(admin, accessCalls.oneself.me)).toMatchObject({ username: own.username });
    const back = to(own, { email: own.email, current: DEMO_PASSWORD });
    expect(await ask.answer(admin, calls.editUser, back)).toMatchObject({ email: own.email });
    // Edits of other fields of the own account consume no attempts.
    await ask.answer(admin, calls.editUser, to(own, { email: own.email, position: 'Soporte' }));
  });

  it('is guessed at no oftener than any password on one’s own page', async () => {
    const own = await detail(admin.user.id);
    const refusals = [];
    for (let i = 0; i < 6; i++) {
      refusals.push(await ask.refusal(admin, calls.editUser, to(own, { current: 'no-es-esta' })));
    }
    expect(refusals.at(-1)).toBe('429 too_many_requests');
    const password = 'caballo grapa correcta';
    const body = { current: DEMO_PASSWORD, password, password_confirmation: password };
    expect(await ask.refusal(admin, accessCalls.oneself.changePassword, { body })).toBe(
      '429 too_many_requests',
    );
  });
});
