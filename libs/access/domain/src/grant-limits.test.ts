import {
  condition,
  type PermissionKey,
  type PermissionMatrix,
  type PolicyObject,
  type Principal,
  type Role,
  type UserId,
} from '@cotejo/access-contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_PERMISSIONS } from './default-permissions.ts';
import { evaluate } from './evaluate.ts';
import { HERE, userOf } from './given-accounts.fixture.ts';
import { GRANTABLE_KEYS, mayGrant, mayTouch, unknownName } from './grant-limits.ts';

const ME = userOf(1);
const OTHER = userOf(2);

const person = (permissions: PermissionMatrix, over: Partial<Principal> = {}): Principal => ({
  userId: ME,
  accountId: HERE,
  sessionId: null,
  role: 'manager',
  isSuperuser: false,
  groups: [],
  permissions,
  ...over,
});

describe('what a person may give', () => {
  it.each<[string, PermissionMatrix, PermissionMatrix, boolean]>([
    ['what they have', { 'users.list': 1 }, { 'users.list': 1 }, true],
    ['what they lack', {}, { 'users.list': 1 }, false],
    ['a denial of what they lack', {}, { 'users.list': 0 }, true],
    ['all of a module, of which they have one key', { 'plan.access': 1 }, { 'plan.*': 1 }, false],
    ['one key, having the module', { 'plan.*': 1 }, { 'plan.step__add': 1 }, true],
    ['all, having a condition', { 'plan.treeitem__edit': { '2': 1 } }, { 'plan.treeitem__edit': 1 }, false],
    ['a condition, having all', { 'plan.treeitem__edit': 1 }, { 'plan.treeitem__edit': { '2': 1 } }, true],
    ['the same condition', { 'audits.list': { '4': 1 } }, { 'audits.list': { '4': 1 } }, true],
    ['another condition', { 'audits.list': { '4': 1 } }, { 'audits.list': { '3': 1 } }, false],
    ['a narrower condition', { 'audits.list': { '3': 1 } }, { 'audits.list': { '2': 1 } }, true],
    ['everything', { 'plan.*': 1 }, { '*': 1 }, false],
  ])('%s', (_, has, gives, expected) => {
    expect(mayGrant(person(has), gives, 'leader')).toBe(expected);
  });

  it('an administrator, a superuser and the system give anything', () => {
    for (const actor of [person({}, { role: 'admin' }), person({}, { isSuperuser: true }), null]) {
      expect(mayGrant(actor, { '*': 1 }, 'manager')).toBe(true);
    }
  });

  it('is never more than they have, whatever the matrices say', () => {
    const value = fc.oneof(
      fc.constantFrom<0 | 1>(0, 1),
      fc.dictionary(fc.constantFrom(...condition.options), fc.constantFrom<0 | 1>(0, 1), { maxKeys: 3 }),
    );
    const names = [
      '*',
      'plan.*',
      'audits.*',
      'audits.list',
      'plan.treeitem__add',
      'plan.step__add',
      'users.list',
    ];
    const matrix = fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 4 });
    const some: (UserId | null)[] = [ME, OTHER, null];
    const people = fc.constantFrom(new Set<UserId>(), new Set([ME]), new Set([OTHER]));
    const object = fc.record({
      createdBy: fc.constantFrom(...some),
      assignee: fc.constantFrom(...some),
      project: people,
      associates: people,
    });
    const roles: readonly Role[] = ['manager', 'auditor', 'guest'];
    let granted = 0;
    fc.assert(
      fc.property(
        matrix,
        matrix,
        object,
        fc.constantFrom(...roles),
        fc.constantFrom(...roles),
        (has, gives, of: PolicyObject, actorRole, role) => {
          const actor = person(has, { role: actorRole });
          if (!mayGrant(actor, gives, role)) return;
          granted++;
          const given = person(gives, { role });
          for (const key of GRANTABLE_KEYS as PermissionKey[]) {
            if (evaluate(given, key, of)) expect([key, evaluate(actor, key, of)]).toEqual([key, true]);
          }
        },
      ),
      { numRuns: 2000 },
    );
    expect(granted).toBeGreaterThan(100);
  });
});

it.each<[Partial<Principal>, { role: Role; isSuperuser: boolean }, boolean]>([
  [{ role: 'admin' }, { role: 'admin', isSuperuser: false }, true],
  [{ isSuperuser: true }, { role: 'admin', isSuperuser: true }, true],
  [{ role: 'manager' }, { role: 'admin', isSuperuser: false }, false],
  [{ role: 'manager' }, { role: 'auditor', isSuperuser: true }, false],
  [{ role: 'manager' }, { role: 'auditor', isSuperuser: false }, true],
])('%j may change %j: %s', (over, of, expected) => {
  expect(mayTouch(person(DEFAULT_PERMISSIONS.manager, over), of)).toBe(expected);
});

it.each<[PermissionMatrix, string | null]>([
  [{ '*': 1, 'plan.*': 1, 'plan.access': 0 }, null],
  [{ 'time.access': { '2': 1 }, 'crm.*': 1 }, null],
  [{ 'settings.access': 1 }, 'settings.access'],
  [{ 'plan.acess': 1 }, 'plan.acess'],
  [{ 'plans.*': 1 }, 'plans.*'],
  [{ 'product.access': 1 }, 'product.access'],
  [{ 'trashbin.purge': 1 }, 'trashbin.purge'],
])('of the names in %j, unknown: %s', (matrix, expected) => {
  expect(unknownName(matrix)).toBe(expected);
});
