import type { AccessEvent, Role, UserType } from '@cotejo/access-contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BECAUSE,
  ELSEWHERE,
  GivenAccounts,
  HERE,
  outcome,
  registered,
  signedIn,
  slotAssigned,
  slotCreated,
  slotIdOf,
  slotReleased,
  userOf,
} from '../given-accounts.fixture.ts';
import { decideSlot, freeSlot, type SlotCommand } from './decide-slot.ts';

const ADMIN = 1;
const ANA = 2;
const people = [registered(ADMIN, 'admin', 'administrator'), registered(ANA, 'auditor', 'auditor')];
const given = (...events: readonly AccessEvent[]): GivenAccounts => new GivenAccounts(...people, ...events);

const decide = (accounts: GivenAccounts, command: SlotCommand, by: number | null = ADMIN) =>
  decideSlot(accounts.facts, accounts.here, command, accounts.by(by));
const assign = (slot: number, user: number, role: Role = 'auditor'): SlotCommand => ({
  kind: 'assign',
  slot: slotIdOf(slot),
  user: userOf(user),
  role,
});
const act = (kind: 'unassign' | 'release' | 'remove', slot: number): SlotCommand => ({
  kind,
  slot: slotIdOf(slot),
});

describe('assigning a slot', () => {
  it.each<[UserType, Role, boolean]>([
    ['auditor', 'auditor', true],
    ['auditor', 'leader', true],
    ['auditor', 'manager', true],
    ['auditor', 'admin', false],
    ['owner', 'owner', true],
    ['owner', 'auditor', false],
    ['administrator', 'admin', true],
    ['it_administrator', 'admin', true],
    ['it_administrator', 'manager', false],
    ['guest', 'guest', true],
    ['guest', 'owner', false],
  ])('of type %s to a role %s: %s', (type, role, fits) => {
    const decision = decide(given(slotCreated(1, type)), assign(1, 50, role));
    expect(outcome(decision)).toEqual(fits ? ['SlotAssigned'] : 'slot_type_differs');
  });

  it.each<[string, GivenAccounts, number, string | readonly string[]]>([
    ['that is not there', given(), ANA, 'slot_not_found'],
    ['that is free', given(slotCreated(1)), ANA, ['SlotAssigned']],
    [
      'that was released',
      given(slotCreated(1), slotAssigned(1, 50), slotReleased(1, 50)),
      ANA,
      ['SlotAssigned'],
    ],
    ['to whoever has it', given(slotCreated(1), slotAssigned(1, ANA)), ANA, []],
    ['that another has', given(slotCreated(1), slotAssigned(1, 50)), ANA, 'slot_taken'],
    ['to whoever has another', given(slotCreated(1), slotCreated(2), slotAssigned(2, ANA)), ANA, 'has_slot'],
    ['that has not begun', given(slotCreated(1, 'auditor', { startsOn: '2026-03-03' })), ANA, 'slot_expired'],
    ['that is over', given(slotCreated(1, 'auditor', { dueOn: '2026-03-01' })), ANA, 'slot_expired'],
    ['to somebody new', given(slotCreated(1)), 50, ['SlotAssigned']],
    [
      'to somebody of another account',
      given(slotCreated(1), registered(9, 'auditor', 'auditor', { account: ELSEWHERE })),
      9,
      'user_not_found',
    ],
    [
      'of the add-on, besides the own',
      given(slotCreated(2), slotAssigned(2, ANA), slotCreated(1, 'guest', { pool: 'abi' })),
      ANA,
      ['SlotAssigned'],
    ],
    [
      'to somebody forgotten',
      given(slotCreated(1), { type: 'UserForgotten', data: { user: userOf(ANA), because: BECAUSE } }),
      ANA,
      'user_forgotten',
    ],
  ])('%s', (_, accounts, user, expected) => {
    expect(outcome(decide(accounts, assign(1, user)))).toEqual(expected);
  });
});

describe('taking it back', () => {
  it.each<[string, GivenAccounts, SlotCommand, string | readonly string[]]>([
    [
      'before the person came in',
      given(slotCreated(1), slotAssigned(1, ANA)),
      act('unassign', 1),
      ['SlotUnassigned'],
    ],
    [
      'after that',
      given(slotCreated(1), slotAssigned(1, ANA), signedIn(ANA, 1)),
      act('unassign', 1),
      'slot_used',
    ],
    ['from nobody', given(slotCreated(1)), act('unassign', 1), 'slot_not_assigned'],
    [
      'by a release',
      given(slotCreated(1), slotAssigned(1, ANA), signedIn(ANA, 1)),
      act('release', 1),
      ['SlotReleased'],
    ],
    ['a release of nobody', given(slotCreated(1)), act('release', 1), 'slot_not_assigned'],
    [
      'the own',
      given(slotCreated(1, 'administrator'), slotAssigned(1, ADMIN)),
      act('release', 1),
      'own_access',
    ],
    ['removing one that is free', given(slotCreated(1)), act('remove', 1), ['SlotRemoved']],
    [
      'removing one that is taken',
      given(slotCreated(1), slotAssigned(1, ANA)),
      act('remove', 1),
      'slot_taken',
    ],
  ])('%s', (_, accounts, command, expected) => {
    expect(outcome(decide(accounts, command))).toEqual(expected);
  });

  it('from the last administrator is refused to the system, too', () => {
    const accounts = given(slotCreated(1, 'administrator'), slotAssigned(1, ADMIN));
    expect(outcome(decide(accounts, act('release', 1), null))).toBe('last_administrator');
    accounts.apply(registered(7, 'admin', 'administrator'));
    expect(outcome(decide(accounts, act('release', 1), null))).toEqual(['SlotReleased']);
  });
});

it.each([
  ['2026-05-01', '2026-04-30', 'slot_dates'],
  ['2026-05-01', '2026-05-01', ['SlotDated']],
  ['2026-01-01', null, ['SlotDated']],
  ['2026-01-01', '2026-12-31', []],
])('dates from %s to %s: %j', (startsOn, dueOn, expected) => {
  const command: SlotCommand = { kind: 'date', slot: slotIdOf(1), startsOn, dueOn };
  expect(outcome(decide(given(slotCreated(1)), command))).toEqual(expected);
});

it('slots of the add-on need the add-on', () => {
  const command: SlotCommand = {
    kind: 'create',
    slots: [slotIdOf(1)],
    pool: 'abi',
    slotType: 'auditor',
    startsOn: '2026-01-01',
    dueOn: null,
  };
  expect(outcome(decide(given(), command))).toBe('addon_missing');
  const withAddon = given({ type: 'AddonGranted', data: { account: HERE, because: BECAUSE, addon: 'abi' } });
  expect(outcome(decide(withAddon, command))).toEqual(['SlotCreated']);
});

it('of the free slots the one that ends last is offered', () => {
  const accounts = given(
    slotCreated(1, 'auditor', { pool: 'abi', dueOn: '2026-06-30' }),
    slotCreated(2, 'auditor', { pool: 'abi', dueOn: null }),
    slotCreated(3, 'auditor', { pool: 'abi', startsOn: '2026-09-01', dueOn: null }),
  );
  expect(freeSlot(accounts.here, 'abi', accounts.today)?.id).toBe(slotIdOf(2));
  accounts.apply(slotAssigned(2, ANA));
  expect(freeSlot(accounts.here, 'abi', accounts.today)?.id).toBe(slotIdOf(1));
  expect(freeSlot(accounts.here, 'account', accounts.today)).toBeNull();
});

describe('whatever is asked of slots, in whatever order', () => {
  const command = fc.record({
    kind: fc.constantFrom('assign', 'unassign', 'release', 'remove', 'date'),
    slot: fc.integer({ min: 1, max: 4 }),
    user: fc.integer({ min: 1, max: 4 }),
    due: fc.constantFrom(null, '2026-02-01', '2026-12-31'),
  });

  it('a slot has one person, a person one slot, and who lost theirs is out', () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 40 }), (commands) => {
        const accounts = given(slotCreated(1), slotCreated(2), slotCreated(3), slotCreated(4));
        for (const user of [3, 4]) accounts.apply(registered(user, 'auditor', 'auditor'));
        const had = new Set<string>();
        for (const { kind, slot, user, due } of commands) {
          const asked: SlotCommand =
            kind === 'assign'
              ? assign(slot, user)
              : kind === 'date'
                ? { kind: 'date', slot: slotIdOf(slot), startsOn: '2026-01-01', dueOn: due }
                : act(kind, slot);
          const decision = decide(accounts, asked, null);
          if (decision.ok) accounts.carryOut(decision);
          for (const { user: holder } of accounts.here.slots.values()) if (holder) had.add(holder);
        }
        const holders = [...accounts.here.slots.values()].flatMap(({ user }) => user ?? []);
        expect(new Set(holders).size).toBe(holders.length);
        for (const { state, user } of accounts.here.slots.values()) {
          expect(state === 'assigned').toBe(user !== null);
        }
        const lost = [...had].filter((user) => !holders.some((holder) => holder === user));
        expect([...accounts.here.unseated].sort()).toEqual(lost.sort());
      }),
    );
  });
});

it.each(['release', 'unassign'] as const)('%s takes nobody out who has more rights', (kind) => {
  const accounts = given(slotCreated(1), slotAssigned(1, ANA), registered(3, 'owner', 'owner'));
  expect(outcome(decide(accounts, act(kind, 1), 3))).toBe('beyond_own_rights');
  expect(outcome(decide(accounts, act(kind, 1)))).toHaveLength(1);
});
