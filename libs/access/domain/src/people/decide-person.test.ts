import type { AccessEvent } from '@cotejo/access-contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_PERMISSIONS } from '../default-permissions.ts';
import {
  BECAUSE,
  ELSEWHERE,
  GivenAccounts,
  HERE,
  outcome,
  registered,
  roleIdOf,
  slotAssigned,
  slotCreated,
  userOf,
} from '../given-accounts.fixture.ts';
import { administratorsOf } from '../state/principal-of-facts.ts';
import { decidePerson, type PersonCommand } from './decide-person.ts';

const ADMIN = 1;
const MANAGER = 2;
const ANA = 3;
const STRANGER = 9;
const ana = { user: userOf(ANA), because: BECAUSE };
const here = { account: HERE, because: BECAUSE };

/** The manager may edit users, unlike by default. */
const given = (...events: readonly AccessEvent[]): GivenAccounts =>
  new GivenAccounts(
    registered(ADMIN, 'admin', 'administrator'),
    registered(MANAGER, 'manager', 'auditor'),
    registered(ANA, 'auditor', 'auditor'),
    registered(STRANGER, 'admin', 'administrator', { account: ELSEWHERE }),
    {
      type: 'RoleMatrixSet',
      data: { ...here, role: 'manager', permissions: { ...DEFAULT_PERMISSIONS.manager, 'users.*': 1 } },
    },
    {
      type: 'RoleCreated',
      data: {
        ...here,
        role: roleIdOf(1),
        roleType: 'auditor',
        name: 'TI',
        description: '',
        permissions: { 'plan.access': 1 },
      },
    },
    ...events,
  );

const decide = (accounts: GivenAccounts, who: number, command: PersonCommand, by: number | null = ADMIN) =>
  decidePerson(accounts.facts, accounts.here, userOf(who), command, accounts.by(by));

describe('changing a person', () => {
  const locked: AccessEvent = { type: 'UserLocked', data: ana };
  const external: AccessEvent = { type: 'AuthenticationMethodChanged', data: { ...ana, method: 'azure_ad' } };
  const enrolled: AccessEvent = { type: 'SecondFactorEnrolled', data: { ...ana, factor: 'totp' } };
  const throttled: AccessEvent = {
    type: 'SignInThrottled',
    data: { user: userOf(ANA), until: '2026-03-02T15:10:00.000Z' },
  };
  const edit = (fields: ('email' | 'position')[], consent: boolean): PersonCommand => ({
    kind: 'edit',
    fields,
    consent,
  });

  it.each<[string, GivenAccounts, PersonCommand, string | readonly string[]]>([
    ['the e-mail, with consent', given(), edit(['email'], true), ['UserEdited']],
    ['the e-mail, without it', given(), edit(['email', 'position'], false), 'consent_required'],
    ['the position, without it', given(), edit(['position'], false), ['UserEdited']],
    ['nothing', given(), edit([], false), []],
    ['a lock', given(), { kind: 'lock' }, ['UserLocked']],
    ['a second lock', given(locked), { kind: 'lock' }, 'already_so'],
    ['no lock', given(locked), { kind: 'unlock' }, ['UserUnlocked']],
    ['no lock, as before', given(), { kind: 'unlock' }, 'already_so'],
    ['the method', given(), { kind: 'method', method: 'google' }, ['AuthenticationMethodChanged']],
    ['the method, as before', given(), { kind: 'method', method: 'password' }, 'already_so'],
    ['the password', given(), { kind: 'set-password', how: 'generated' }, ['PasswordChanged']],
    [
      'the password of a directory',
      given(external),
      { kind: 'set-password', how: 'generated' },
      'password_not_own',
    ],
    ['a reset', given(), { kind: 'force-reset' }, ['PasswordResetForced']],
    ['a reset of a directory', given(external), { kind: 'force-reset' }, 'password_not_own'],
    ['a throttle', given(throttled), { kind: 'release-sign-in' }, ['SignInReleased']],
    ['no throttle', given(), { kind: 'release-sign-in' }, []],
    ['a lost telephone', given(enrolled), { kind: 'remove-otp' }, ['SecondFactorRemoved']],
    ['no telephone', given(), { kind: 'remove-otp' }, 'already_so'],
    ['an export', given(), { kind: 'export' }, ['PersonalDataExported']],
    ['forgetting', given(), { kind: 'forget' }, ['UserForgotten']],
    ['the role', given(), { kind: 'role', role: 'leader' }, ['UserRoleChanged']],
    [
      'the role, and with it the type',
      given(),
      { kind: 'role', role: 'guest' },
      ['UserRoleChanged', 'UserTypeChanged'],
    ],
    ['an own role of the account', given(), { kind: 'role', role: roleIdOf(1) }, ['UserRoleChanged']],
    ['the role, as before', given(), { kind: 'role', role: 'auditor' }, []],
    ['a role that is not there', given(), { kind: 'role', role: roleIdOf(4) }, 'role_not_found'],
    [
      'a role that the slot is not for',
      given(slotCreated(1), slotAssigned(1, ANA)),
      { kind: 'role', role: 'owner' },
      'slot_type_differs',
    ],
    [
      'the type, where nobody counts places',
      given({ type: 'UserRoleChanged', data: { ...ana, role: 'admin', customRole: null } }),
      { kind: 'role', role: 'admin', userType: 'it_administrator' },
      ['UserTypeChanged'],
    ],
    [
      'the type to one of the slot',
      given(slotCreated(1, 'it_administrator'), slotAssigned(1, ANA)),
      { kind: 'role', role: 'admin', userType: 'it_administrator' },
      ['UserRoleChanged', 'UserTypeChanged'],
    ],
    [
      'the type to another than the slot is for',
      given(slotCreated(1, 'it_administrator'), slotAssigned(1, ANA)),
      { kind: 'role', role: 'admin', userType: 'administrator' },
      'slot_type_differs',
    ],
    [
      'the type, without a slot where places are counted',
      given(slotCreated(1, 'administrator')),
      { kind: 'role', role: 'admin' },
      'slot_type_differs',
    ],
    [
      'the type with the slot that is given beside it',
      given(slotCreated(1, 'administrator')),
      { kind: 'role', role: 'admin', seat: 'administrator' },
      ['UserRoleChanged', 'UserTypeChanged'],
    ],
    [
      'a type that the role is not of',
      given(),
      { kind: 'role', role: 'auditor', userType: 'guest' },
      'slot_type_differs',
    ],
  ])('%s', (_, accounts, command, expected) => {
    expect(outcome(decide(accounts, ANA, command))).toEqual(expected);
  });

  it.each<[string, number, number, PersonCommand, string | readonly string[]]>([
    ['of another account', ADMIN, STRANGER, { kind: 'lock' }, 'user_not_found'],
    ['who is nobody', ADMIN, 77, { kind: 'lock' }, 'user_not_found'],
    ['who is an administrator, by a manager', MANAGER, ADMIN, { kind: 'lock' }, 'beyond_own_rights'],
    [
      'into an administrator, by a manager',
      MANAGER,
      ANA,
      { kind: 'role', role: 'admin' },
      'beyond_own_rights',
    ],
    ['into a manager, by a manager', MANAGER, ANA, { kind: 'role', role: 'manager' }, ['UserRoleChanged']],
    ['oneself: a lock', ADMIN, ADMIN, { kind: 'lock' }, 'own_access'],
    ['oneself: the role', MANAGER, MANAGER, { kind: 'role', role: 'leader' }, 'own_access'],
    ['oneself: the password', ADMIN, ADMIN, { kind: 'set-password', how: 'by_administrator' }, 'own_access'],
    ['oneself: the telephone', ADMIN, ADMIN, { kind: 'forget' }, 'own_access'],
    ['oneself: the e-mail', ADMIN, ADMIN, { kind: 'edit', fields: ['email'], consent: true }, 'own_access'],
    [
      'oneself: the e-mail, having proved who they are',
      ADMIN,
      ADMIN,
      { kind: 'edit', fields: ['email'], consent: true, isProven: true },
      ['UserEdited'],
    ],
    [
      'oneself: the position',
      ADMIN,
      ADMIN,
      { kind: 'edit', fields: ['position'], consent: false },
      ['UserEdited'],
    ],
  ])('%s', (_, by, who, command, expected) => {
    expect(outcome(decide(given(), who, command, by))).toEqual(expected);
  });

  const EVERY: readonly PersonCommand[] = [
    { kind: 'edit', fields: ['email'], consent: true },
    { kind: 'role', role: 'guest' },
    { kind: 'lock' },
    { kind: 'unlock' },
    { kind: 'force-reset' },
    { kind: 'release-sign-in' },
    { kind: 'remove-otp' },
    { kind: 'forget' },
    { kind: 'export' },
    { kind: 'method', method: 'google' },
    { kind: 'set-password', how: 'generated' },
    { kind: 'set-password', how: 'by_administrator' },
  ];

  it.each(EVERY)('of somebody with more rights, $kind: not by whoever has fewer', (command) => {
    // The manager has all rights on users, but fewer on plans than Ana.
    const accounts = given({
      type: 'RoleMatrixSet',
      data: { ...here, role: 'manager', permissions: { 'users.*': 1, 'plan.access': { '2': 1 } } },
    });
    expect(outcome(decide(accounts, ANA, command, MANAGER))).toBe('beyond_own_rights');
    expect(outcome(decide(given(), ANA, command, MANAGER))).not.toBe('beyond_own_rights');
  });

  it('of whoever administers the product: by others who do, and by the system', () => {
    const accounts = given({
      type: 'UserPrivilegesChanged',
      data: { ...ana, isSuperuser: false, groups: [2] },
    });
    const reset: PersonCommand = { kind: 'set-password', how: 'generated' };
    expect(outcome(decide(accounts, ANA, reset))).toBe('beyond_own_rights');
    expect(outcome(decide(accounts, ANA, reset, null))).toEqual(['PasswordChanged']);
    accounts.apply({
      type: 'UserPrivilegesChanged',
      data: { user: userOf(ADMIN), because: BECAUSE, isSuperuser: false, groups: [3] },
    });
    expect(outcome(decide(accounts, ANA, reset))).toEqual(['PasswordChanged']);
  });

  it.each<[readonly number[], number | null, string | readonly string[]]>([
    [[2], null, ['UserPrivilegesChanged']],
    [[3, 2, 2], null, ['UserPrivilegesChanged']],
    [[], null, 'already_so'],
    [[2], ADMIN, 'beyond_own_rights'],
    [[], ADMIN, 'beyond_own_rights'],
  ])('groups %j, by %s', (groups, by, expected) => {
    const accounts = given();
    const decision = decide(accounts, ANA, { kind: 'groups', groups }, by);
    expect(outcome(decision)).toEqual(expected);
    if (!decision.ok) return;
    accounts.carryOut(decision);
    expect(accounts.user(ANA)).toMatchObject({
      groups: [...new Set(groups)].sort((a, b) => a - b),
      isSuperuser: false,
    });
  });

  it('who was forgotten is past changing', () => {
    const accounts = given({ type: 'UserForgotten', data: ana });
    expect(outcome(decide(accounts, ANA, { kind: 'unlock' }))).toBe('user_forgotten');
  });
});

it('an active administrator is always left, whatever administrators do to each other', () => {
  const kinds = ['lock', 'unlock', 'forget', 'demote', 'promote', 'release'] as const;
  const step = fc.record({
    by: fc.integer({ min: 1, max: 4 }),
    who: fc.integer({ min: 1, max: 4 }),
    kind: fc.constantFrom(...kinds),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const accounts = given(registered(4, 'admin', 'it_administrator'));
      for (const { by, who, kind } of steps) {
        if (accounts.principal(by) === null) continue;
        const command: PersonCommand =
          kind === 'demote'
            ? { kind: 'role', role: 'auditor' }
            : kind === 'promote'
              ? { kind: 'role', role: 'admin' }
              : { kind: kind === 'release' ? 'lock' : kind };
        const decision = decide(accounts, who, command, by);
        if (decision.ok) accounts.carryOut(decision);
      }
      expect(administratorsOf(accounts.facts, accounts.here, accounts.by(null)).length).toBeGreaterThan(0);
    }),
  );
});

it.each<[PersonCommand, string]>([
  [{ kind: 'lock' }, 'UserLocked'],
  [{ kind: 'forget' }, 'UserForgotten'],
  [{ kind: 'role', role: 'auditor' }, 'UserRoleChanged'],
])('not even the system takes the last administrator away: %j', (command, event) => {
  const accounts = new GivenAccounts(registered(ADMIN, 'admin', 'administrator'));
  expect(outcome(decide(accounts, ADMIN, command, null))).toBe('last_administrator');
  accounts.apply(registered(4, 'admin', 'it_administrator'));
  expect(outcome(decide(accounts, ADMIN, command, null))).toContain(event);
});
