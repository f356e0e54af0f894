import { TERMS_EVENT, type AccessEvent } from '@cotejo/access-contracts';
import { describe, expect, it } from 'vitest';
import { DEFAULT_PERMISSIONS } from '../default-permissions.ts';
import { evaluate } from '../evaluate.ts';
import {
  BECAUSE,
  ELSEWHERE,
  GivenAccounts,
  HERE,
  registered,
  roleIdOf,
  sessionOf,
  signedIn,
  slotAssigned,
  slotCreated,
  slotReleased,
  userOf,
} from '../given-accounts.fixture.ts';
import { outside } from './principal-of-facts.ts';

const ANA = 1;
const because = BECAUSE;
const ana = { user: userOf(ANA), because };
const here = { account: HERE, because };

/** Ana, an auditor with two sessions, and Leo of another account with one. */
const given = (...more: readonly AccessEvent[]): GivenAccounts =>
  new GivenAccounts(
    registered(ANA, 'auditor', 'auditor'),
    registered(9, 'admin', 'administrator', { account: ELSEWHERE }),
    signedIn(ANA, 1),
    signedIn(ANA, 2),
    signedIn(9, 9),
    ...more,
  );

const whyOutside = (accounts: GivenAccounts, user = ANA) =>
  outside(accounts.here, accounts.user(user), accounts.by(null));

describe('a session', () => {
  it('lives from signing in, until it is signed out', () => {
    const accounts = given();
    expect(accounts.facts.sessions.get(sessionOf(1))?.userId).toBe(userOf(ANA));
    expect(accounts.user(ANA).lastSignIn).toBe(accounts.now.toISOString());
    const told = accounts.apply({
      type: 'SignedOut',
      data: { user: userOf(ANA), session: sessionOf(1), reason: 'logout', because: null },
    });
    expect(told.ended).toEqual([sessionOf(1)]);
    expect([...accounts.facts.sessions.keys()]).toEqual([sessionOf(2), sessionOf(9)]);
  });

  it('that nobody knows ends without a word', () => {
    const signedOut = {
      user: userOf(ANA),
      session: sessionOf(77),
      reason: 'expired',
      because: null,
    } as const;
    expect(given().apply({ type: 'SignedOut', data: signedOut }).ended).toEqual([]);
  });

  it.each<[string, AccessEvent, boolean]>([
    ['the person is locked', { type: 'UserLocked', data: ana }, true],
    ['the person is forgotten', { type: 'UserForgotten', data: ana }, true],
    ['the account is suspended', { type: 'AccountSuspended', data: here }, true],
    [
      'another method is asked for',
      { type: 'AuthenticationMethodChanged', data: { ...ana, method: 'google' } },
      true,
    ],
    ['a reset is forced', { type: 'PasswordResetForced', data: ana }, true],
    ['the password came by mail', { type: 'PasswordChanged', data: { ...ana, how: 'by_mail' } }, true],
    [
      'an administrator set the password',
      { type: 'PasswordChanged', data: { ...ana, how: 'by_administrator' } },
      true,
    ],
    ['the person changed it', { type: 'PasswordChanged', data: { ...ana, how: 'own' } }, false],
    [
      'the role changed',
      { type: 'UserRoleChanged', data: { ...ana, role: 'leader', customRole: null } },
      false,
    ],
    ['the names changed', { type: 'UserEdited', data: { ...ana, fields: ['email'], consent: true } }, false],
  ])('when %s: all of the person’s end, and nobody else’s: %s', (_, event, ends) => {
    const accounts = given();
    const { ended, changed } = accounts.apply(event);
    expect([...ended].sort()).toEqual(ends ? [sessionOf(1), sessionOf(2)] : []);
    expect(accounts.facts.sessions.has(sessionOf(9))).toBe(true);
    expect(changed?.account).toBe(HERE);
  });

  it('does not come back when the lock is taken off', () => {
    const accounts = given({ type: 'UserLocked', data: ana }, { type: 'UserUnlocked', data: ana });
    expect(accounts.principal(ANA)).not.toBeNull();
    expect(accounts.facts.sessionsOf.has(userOf(ANA))).toBe(false);
  });
});

describe('whoever has a slot', () => {
  it('needs none who never had one', () => {
    expect(whyOutside(given())).toBeNull();
  });

  it.each([
    ['between its dates', '2026-01-01', '2026-12-31', null],
    ['on its first and last day', '2026-03-02', '2026-03-02', null],
    ['before it starts', '2026-03-03', null, 'slot_outside_dates'],
    ['after its last day', '2025-01-01', '2026-03-01', 'slot_outside_dates'],
    ['without an end', '2025-01-01', null, null],
  ])('%s: %s to %s → %s', (_, startsOn, dueOn, why) => {
    expect(whyOutside(given(slotCreated(1, 'auditor', { startsOn, dueOn }), slotAssigned(1, ANA)))).toBe(why);
  });

  it('is out once it is released, sessions and all, and in again with another', () => {
    const accounts = given(slotCreated(1), slotCreated(2), slotAssigned(1, ANA));
    expect([...accounts.apply(slotReleased(1, ANA)).ended].sort()).toEqual([sessionOf(1), sessionOf(2)]);
    expect(whyOutside(accounts)).toBe('without_slot');
    expect(accounts.principal(ANA)).toBeNull();
    accounts.apply(slotAssigned(2, ANA));
    expect(whyOutside(accounts)).toBeNull();
  });

  it('stays when only a slot of an add-on is taken', () => {
    const accounts = given(
      slotCreated(1),
      slotAssigned(1, ANA),
      slotCreated(2, 'auditor', { pool: 'abi' }),
      slotAssigned(2, ANA),
    );
    expect(accounts.apply(slotReleased(2, ANA)).ended).toEqual([]);
    expect(whyOutside(accounts)).toBeNull();
  });

  it('of another account is nobody of this one: accounts are separate in the log, too', () => {
    const accounts = given(slotCreated(1), slotAssigned(1, 9));
    expect(accounts.apply(slotReleased(1, 9)).ended).toEqual([]);
    expect(accounts.principal(9)).not.toBeNull();
  });
});

describe('what a person may', () => {
  const own = { ...here, role: roleIdOf(1), roleType: 'auditor', name: 'TI', description: '' } as const;
  const created: AccessEvent = { type: 'RoleCreated', data: { ...own, permissions: { 'plan.access': 1 } } };
  const given1: AccessEvent = {
    type: 'UserRoleChanged',
    data: { ...ana, role: 'auditor', customRole: roleIdOf(1) },
  };

  it('is what the own role of the account says, as soon as it says so', () => {
    const accounts = given(created, given1);
    expect(accounts.principal(ANA)?.permissions).toEqual({ 'plan.access': 1 });
    const { changed } = accounts.apply({
      type: 'RoleMatrixSet',
      data: { ...here, role: roleIdOf(1), permissions: { 'plan.access': 0, 'audits.list': 1 } },
    });
    expect(changed).toEqual({ account: HERE, user: null });
    const after = accounts.principal(ANA);
    expect(after && [evaluate(after, 'plan.access'), evaluate(after, 'audits.list')]).toEqual([false, true]);
  });

  it.each<[string, AccessEvent]>([
    ['is deleted', { type: 'RoleDeleted', data: { ...here, role: roleIdOf(1) } }],
    [
      'was of another type',
      { type: 'UserRoleChanged', data: { ...ana, role: 'guest', customRole: roleIdOf(1) } },
    ],
  ])('falls back to the type when the role %s', (_, event) => {
    const accounts = given(created, given1, event);
    const { role } = accounts.user(ANA);
    expect(accounts.principal(ANA)?.permissions).toBe(DEFAULT_PERMISSIONS[role]);
  });

  it('is what the account says of a built-in role instead of the default, here alone', () => {
    const accounts = given(registered(2, 'auditor', 'auditor', { account: ELSEWHERE }), {
      type: 'RoleMatrixSet',
      data: { ...here, role: 'auditor', permissions: { 'audits.list': 1 } },
    });
    expect(accounts.principal(ANA)?.permissions).toEqual({ 'audits.list': 1 });
    expect(accounts.principal(2)?.permissions).toBe(DEFAULT_PERMISSIONS.auditor);
  });
});

describe('what must be done first', () => {
  it('a password that somebody else chose is changed', () => {
    const accounts = given({ type: 'PasswordChanged', data: { ...ana, how: 'generated' } });
    expect(accounts.principal(ANA)?.pending).toBe('password_reset');
    accounts.apply({ type: 'PasswordChanged', data: { ...ana, how: 'own' } });
    expect(accounts.principal(ANA)?.pending).toBeUndefined();
  });

  it('a second factor is set up where the account asks for it, but not for a directory’s people', () => {
    const accounts = given({ type: 'SecondFactorRequired', data: { ...here, required: true } });
    expect(accounts.principal(ANA)?.pending).toBe('second_factor');
    accounts.apply({ type: 'SecondFactorEnrolled', data: { ...ana, factor: 'totp' } });
    expect(accounts.principal(ANA)?.pending).toBeUndefined();
    accounts.apply({ type: 'SecondFactorRemoved', data: { ...ana, factor: 'totp' } });
    accounts.apply({ type: 'AuthenticationMethodChanged', data: { ...ana, method: 'azure_ad' } });
    expect(accounts.principal(ANA)?.pending).toBeUndefined();
  });

  it('a code by mail is one, in the session that was opened with it', () => {
    const accounts = given({ type: 'SecondFactorRequired', data: { ...here, required: true } });
    const pendingIn = (session: number) => accounts.principal(ANA, session)?.pending;
    const prove = (user: number, session: number) =>
      accounts.apply({
        type: 'SecondFactorProved',
        data: { user: userOf(user), session: sessionOf(session), factor: 'mail' },
      });
    accounts.apply(signedIn(ANA, 31));
    accounts.apply(signedIn(ANA, 32));
    expect(prove(ANA, 31)).toEqual({ ended: [], changed: null });
    prove(9, 32);
    prove(ANA, 33);
    expect([pendingIn(31), pendingIn(32), pendingIn(33)]).toEqual([
      undefined,
      'second_factor',
      'second_factor',
    ]);
    expect(accounts.principal(ANA)?.pending).toBe('second_factor');
  });

  it('the terms of a demo account are accepted, each version of them', () => {
    const accounts = given();
    accounts.termsVersion = '2026-01';
    expect(accounts.principal(ANA)?.pending).toBeUndefined();
    expect(accounts.principal(9)?.pending).toBe('terms');
    const accept = (version: string) =>
      accounts.apply({
        type: 'PersonalEventRecorded',
        data: { user: userOf(9), event: TERMS_EVENT, version },
      });
    accept('2026-01');
    expect(accounts.principal(9)?.pending).toBeUndefined();
    accounts.termsVersion = '2026-02';
    expect(accounts.principal(9)?.pending).toBe('terms');
  });
});

it.each([
  ['2026-03-02T15:00:01.000Z', null],
  ['2026-03-02T15:00:00.000Z', 'consultant_over'],
])('a consultant is in until %s: %s', (until, why) => {
  const admitted: AccessEvent = { type: 'ConsultantAdmitted', data: { ...here, user: userOf(ANA), until } };
  expect(whyOutside(given(admitted))).toBe(why);
  const revoked = given(admitted);
  expect(
    revoked.apply({ type: 'ConsultantRevoked', data: { ...here, user: userOf(ANA) } }).ended,
  ).toHaveLength(2);
  expect(whyOutside(revoked)).toBe('consultant_over');
});
