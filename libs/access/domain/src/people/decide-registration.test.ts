import type { AccessEvent, RoleRef, UserType } from '@cotejo/access-contracts';
import { describe, expect, it } from 'vitest';
import { DEFAULT_PERMISSIONS } from '../default-permissions.ts';
import {
  BECAUSE,
  GivenAccounts,
  HERE,
  outcome,
  registered,
  roleIdOf,
  slotAssigned,
  slotCreated,
  slotIdOf,
  userOf,
} from '../given-accounts.fixture.ts';
import { claimSlot, decideRegistration, type Newcomer } from './decide-registration.ts';

const ADMIN = 1;
const MANAGER = 2;
const NEW = 20;
const here = { account: HERE, because: BECAUSE };

const given = (...events: readonly AccessEvent[]): GivenAccounts =>
  new GivenAccounts(
    registered(ADMIN, 'admin', 'administrator'),
    registered(MANAGER, 'manager', 'auditor'),
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

const newcomer = (over: Partial<Newcomer> = {}): Newcomer => ({
  user: userOf(NEW),
  role: 'auditor',
  userType: null,
  ...over,
});

it.each<[RoleRef, UserType | null, number, string | readonly string[]]>([
  ['auditor', null, ADMIN, ['UserRegistered']],
  [roleIdOf(1), null, ADMIN, ['UserRegistered', 'UserRoleChanged']],
  [roleIdOf(4), null, ADMIN, 'role_not_found'],
  ['admin', 'it_administrator', ADMIN, ['UserRegistered']],
  ['admin', 'guest', ADMIN, 'slot_type_differs'],
  ['admin', null, MANAGER, 'beyond_own_rights'],
  ['guest', null, MANAGER, ['UserRegistered']],
])('registering a %s (%s) by %i: %j', (role, userType, by, expected) => {
  const accounts = given();
  const decision = decideRegistration(accounts.here, newcomer({ role, userType }), accounts.by(by));
  expect(outcome(decision)).toEqual(expected);
});

it.each<[string, Partial<Newcomer>, number | null, string | readonly string[]]>([
  ['by the system', { role: 'admin' }, null, ['UserRegistered']],
  ['by an administrator', { role: 'admin' }, ADMIN, 'beyond_own_rights'],
  ['as an auditor', { role: 'auditor' }, null, 'beyond_own_rights'],
])('the founder of an installation, registered %s', (_, person, by, expected) => {
  const accounts = given();
  const decision = decideRegistration(
    accounts.here,
    newcomer({ ...person, isFounder: true }),
    accounts.by(by),
  );
  expect(outcome(decision)).toEqual(expected);
  if (!decision.ok) return;
  expect(decision.events[0]).toMatchObject({ data: { isSuperuser: true, groups: [2] } });
});

describe('in an account that has slots', () => {
  const abi: AccessEvent = { type: 'AddonGranted', data: { ...here, addon: 'abi' } };

  it.each<[string, readonly AccessEvent[], Partial<Newcomer>, string | readonly string[]]>([
    ['a free one of the type', [slotCreated(1)], {}, ['SlotAssigned']],
    ['none', [], {}, []],
    ['one of another type', [slotCreated(1, 'guest')], {}, 'no_free_slot'],
    ['one that is taken', [slotCreated(1), slotAssigned(1, MANAGER)], {}, 'no_free_slot'],
    ['one that is over', [slotCreated(1, 'auditor', { dueOn: '2026-03-01' })], {}, 'no_free_slot'],
    ['one that has not begun', [slotCreated(1, 'auditor', { startsOn: '2026-03-03' })], {}, 'no_free_slot'],
    ['the own one', [slotCreated(1), slotAssigned(1, NEW)], {}, []],
    [
      'those of the add-on alone, which count nobody',
      [abi, slotCreated(1, 'auditor', { pool: 'abi' })],
      {},
      [],
    ],
    [
      'one of the add-on beside a full house',
      [abi, slotCreated(1, 'guest'), slotCreated(2, 'auditor', { pool: 'abi' })],
      {},
      'no_free_slot',
    ],
    [
      'one for an IT administrator',
      [slotCreated(1, 'administrator'), slotCreated(2, 'it_administrator')],
      { role: 'admin', userType: 'it_administrator' },
      ['SlotAssigned'],
    ],
    ['a free one, for a role that is not there', [slotCreated(1)], { role: roleIdOf(4) }, 'role_not_found'],
  ])('somebody new and %s', (_, events, person, expected) => {
    const accounts = given(...events);
    const decision = claimSlot(accounts.facts, accounts.here, newcomer(person), accounts.by(ADMIN));
    expect(outcome(decision)).toEqual(expected);
  });

  it('the slot that is meant is claimed, once', () => {
    const accounts = given(slotCreated(1), slotCreated(2));
    const claim = (user: number) =>
      claimSlot(
        accounts.facts,
        accounts.here,
        newcomer({ user: userOf(user) }),
        accounts.by(ADMIN),
        slotIdOf(1),
      );
    const [event] = accounts.carryOut(claim(NEW));
    expect(event?.data).toMatchObject({ slot: slotIdOf(1), user: userOf(NEW) });
    expect(outcome(claim(NEW))).toEqual([]);
    expect(outcome(claim(21))).toBe('slot_taken');
  });

  it('nobody is registered without one', () => {
    const accounts = given(slotCreated(1));
    const register = (person: Partial<Newcomer> = {}) =>
      outcome(decideRegistration(accounts.here, newcomer(person), accounts.by(ADMIN)));
    expect(register()).toBe('no_free_slot');
    expect(register({ isBesideSlots: true })).toEqual(['UserRegistered']);
    accounts.carryOut(claimSlot(accounts.facts, accounts.here, newcomer(), accounts.by(ADMIN)));
    expect(register()).toEqual(['UserRegistered']);
  });
});
