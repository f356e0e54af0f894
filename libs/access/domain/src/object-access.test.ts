import type { AccountId, PermissionMap, Principal, Role, UserId } from '@cotejo/access-contracts';
import { describe, expect, it } from 'vitest';
import { DEFAULT_PERMISSIONS } from './default-permissions.ts';
import { canOf, evaluate } from './evaluate.ts';
import {
  asGuest,
  hasAddon,
  hasRole,
  isInGroup,
  matrixOf,
  mayReach,
  readOnly,
  type ObjectRequirement,
} from './object-access.ts';

const ME = '00000000-0000-4000-8000-000000000001' as UserId;

const person = (role: Role, over: Partial<Principal> = {}): Principal => ({
  userId: ME,
  accountId: '00000000-0000-4000-8000-00000000000a' as AccountId,
  sessionId: null,
  role,
  isSuperuser: false,
  groups: [],
  permissions: DEFAULT_PERMISSIONS[role],
  ...over,
});

describe('a role', () => {
  it.each<[Role, boolean, Role, boolean]>([
    ['admin', false, 'admin', true],
    ['auditor', true, 'admin', true],
    ['auditor', false, 'admin', false],
    ['auditor', true, 'manager', false],
    ['guest', false, 'guest', true],
  ])('%s (superuser: %s) is %s: %s', (role, isSuperuser, wanted, expected) => {
    expect(hasRole(person(role, { isSuperuser }), wanted)).toBe(expected);
  });
});

it.each([
  [[2, 7], [2, 3], true],
  [[1], [2, 3], false],
  [[], [], false],
])('of groups %j, in one of %j: %s', (groups, wanted, expected) => {
  expect(isInGroup(person('auditor', { groups }), wanted)).toBe(expected);
});

it('an add-on is the account’s or it is not', () => {
  expect(hasAddon(person('auditor', { addons: ['abi'] }), 'abi')).toBe(true);
  expect(hasAddon(person('admin'), 'abi')).toBe(false);
});

describe('reaching for an object', () => {
  it.each<[string, Principal, ObjectRequirement, boolean]>([
    ['by permission', person('manager'), { permission: 'plan.mark_reviewed' }, true],
    ['without the permission', person('auditor'), { permission: 'plan.mark_reviewed' }, false],
    ['by role', person('auditor'), { roles: ['leader', 'auditor'] }, true],
    ['of another role', person('owner'), { roles: ['leader', 'auditor'] }, false],
    [
      'by role, without the permission',
      person('auditor'),
      { permission: 'users.add', roles: ['auditor'] },
      true,
    ],
    ['a superuser, among roles', person('auditor', { isSuperuser: true }), { roles: ['manager'] }, true],
    ['where nothing is said', person('auditor', { isSuperuser: true }), {}, false],
    [
      'a guest, with a permission to change',
      person('guest', { permissions: { '*': 1 } }),
      { permission: 'users.add' },
      false,
    ],
  ])('%s', (_, who, requirement, expected) => {
    expect(mayReach(who, requirement)).toBe(expected);
  });
});

describe('a guest’s rights', () => {
  const own: PermissionMap = { 'plan.access': 0, 'audits.list': 1 };

  it('are what anybody has outside of a team', () => {
    const outside = canOf(asGuest(person('manager')));
    expect(outside('plan.access')).toBe(true);
    expect(outside('plan.treeitem__edit')).toBe(false);
  });

  it('are what the account says of guests, where it does', () => {
    const who = person('manager', { roleMatrices: { guest: own } });
    expect(matrixOf(who, 'guest')).toBe(own);
    expect(evaluate(asGuest(who), 'plan.access')).toBe(false);
    expect(evaluate(asGuest(who), 'audits.list')).toBe(true);
    expect(matrixOf(who, 'leader')).toBe(DEFAULT_PERMISSIONS.leader);
  });
});

it('what is closed is read, by whoever could read it', () => {
  const closed = readOnly(canOf(person('manager')));
  expect(closed('plan.access')).toBe(true);
  expect(closed('plan.treeitem__edit')).toBe(false);
  expect(readOnly(canOf(person('owner')))('plan.access')).toBe(false);
});
