import type { AccessEvent, PermissionMatrix, Role, RoleRef } from '@cotejo/access-contracts';
import { describe, expect, it } from 'vitest';
import { DEFAULT_PERMISSIONS } from '../default-permissions.ts';
import {
  BECAUSE,
  GivenAccounts,
  HERE,
  outcome,
  registered,
  roleIdOf,
  userOf,
} from '../given-accounts.fixture.ts';
import { decideRole, type RoleCommand } from './decide-role.ts';

const ADMIN = 1;
const MANAGER = 2;
const role = (
  number: number,
  name: string,
  roleType: Role,
  permissions: PermissionMatrix = {},
): AccessEvent => ({
  type: 'RoleCreated',
  data: {
    account: HERE,
    because: BECAUSE,
    role: roleIdOf(number),
    roleType,
    name,
    description: '',
    permissions,
  },
});

/** The manager may edit roles, unlike by default. */
const given = (...events: readonly AccessEvent[]): GivenAccounts =>
  new GivenAccounts(
    registered(ADMIN, 'admin', 'administrator'),
    registered(MANAGER, 'manager', 'auditor'),
    role(1, 'Auditor de TI', 'auditor', { 'plan.access': 1 }),
    {
      type: 'RoleMatrixSet',
      data: {
        account: HERE,
        because: BECAUSE,
        role: 'manager',
        permissions: { ...DEFAULT_PERMISSIONS.manager, 'user_roles.*': 1 },
      },
    },
    ...events,
  );

const decide = (accounts: GivenAccounts, command: RoleCommand, by: number = ADMIN) =>
  decideRole(accounts.facts, accounts.here, command, accounts.by(by));
/** Names of the built-in roles. */
const builtInNames = ['Líder', 'Gerente o director', 'Leader', 'Manager or director'];
const create = (over: Partial<Extract<RoleCommand, { kind: 'create' }>> = {}): RoleCommand => ({
  kind: 'create',
  role: roleIdOf(9),
  roleType: 'auditor',
  name: 'Auditor junior',
  builtInNames,
  description: '',
  copyOf: null,
  ...over,
});

describe('making a role', () => {
  it.each<[string, RoleCommand, number, string | readonly string[]]>([
    ['with what its type may', create(), ADMIN, ['RoleCreated']],
    ['of administrators', create({ roleType: 'admin' }), ADMIN, 'role_is_built_in'],
    ['under a name that is taken', create({ name: ' AUDITOR de ti ' }), ADMIN, 'role_name_taken'],
    ['under the name of a built-in one', create({ name: ' LIDER ' }), ADMIN, 'role_name_built_in'],
    ['under half of such a name', create({ name: 'director' }), ADMIN, 'role_name_built_in'],
    ['under such a name of another language', create({ name: 'Manager' }), ADMIN, 'role_name_built_in'],
    ['under a name that begins so', create({ name: 'Gerente de TI' }), ADMIN, ['RoleCreated']],
    ['as a copy of the same type', create({ copyOf: roleIdOf(1) }), ADMIN, ['RoleCreated']],
    ['as a copy of a built-in role', create({ copyOf: 'auditor' }), ADMIN, ['RoleCreated']],
    [
      'as a copy of another type',
      create({ copyOf: roleIdOf(1), roleType: 'leader' }),
      ADMIN,
      'role_type_differs',
    ],
    ['as a copy of none', create({ copyOf: roleIdOf(5) }), ADMIN, 'role_not_found'],
    ['by a manager, with less than a manager may', create(), MANAGER, ['RoleCreated']],
  ])('%s', (_, command, by, expected) => {
    expect(outcome(decide(given(), command, by))).toEqual(expected);
  });

  it('takes over what the account says of the type, and what is copied', () => {
    const accounts = given();
    const permissionsOf = (ref: RoleRef | null): unknown => {
      const [event] = accounts.carryOut(decide(accounts, create({ copyOf: ref, name: `Copia de ${ref}` })));
      return event?.type === 'RoleCreated' && event.data.permissions;
    };
    expect(permissionsOf(roleIdOf(1))).toEqual({ 'plan.access': 1 });
    expect(permissionsOf(null)).toEqual(DEFAULT_PERMISSIONS.auditor);
  });
});

describe('its permissions', () => {
  const set = (ref: RoleRef, permissions: PermissionMatrix, previous?: PermissionMatrix): RoleCommand => ({
    kind: 'set-permissions',
    role: ref,
    permissions,
    previous,
  });
  const more = role(2, 'Gerente con llaves', 'manager', { 'users.forget': 1 });

  it.each<[string, RoleCommand, number, string | readonly string[]]>([
    ['of an own role', set(roleIdOf(1), { 'audits.list': 1 }), ADMIN, ['RoleMatrixSet']],
    ['of a built-in role', set('leader', { 'plan.*': 1 }), ADMIN, ['RoleMatrixSet']],
    ['of administrators', set('admin', {}), ADMIN, 'role_is_built_in'],
    ['of no role', set(roleIdOf(7), {}), ADMIN, 'role_not_found'],
    ['with a key that nobody knows', set('leader', { 'plan.fly': 1 }), ADMIN, 'permission_unknown'],
    ['with what no role may', set('leader', { 'product.access': 1 }), ADMIN, 'permission_unknown'],
    ['by a manager, more than theirs', set('leader', { 'users.forget': 1 }), MANAGER, 'beyond_own_rights'],
    ['by a manager, theirs', set('leader', { 'plan.access': 1 }), MANAGER, ['RoleMatrixSet']],
    [
      'a guest’s, of which only reading counts',
      set('guest', { 'users.forget': 1 }),
      MANAGER,
      ['RoleMatrixSet'],
    ],
    ['by a manager, of whom may more than they', set(roleIdOf(2), {}), MANAGER, 'beyond_own_rights'],
    ['by an administrator, of whomever', set(roleIdOf(2), {}), ADMIN, ['RoleMatrixSet']],
  ])('%s', (_, command, by, expected) => {
    expect(outcome(decide(given(more), command, by))).toEqual(expected);
  });

  it.each<[string, PermissionMatrix, PermissionMatrix, string | readonly string[]]>([
    ['as it is', { 'plan.access': 1 }, { 'audits.list': 1 }, ['RoleMatrixSet']],
    ['as it is, said otherwise', { 'plan.access': 1, 'audits.list': 0 }, {}, ['RoleMatrixSet']],
    ['as it was before somebody else changed it', {}, { 'audits.list': 1 }, 'role_changed'],
    ['as it was, to what it is by now: the same call again', {}, { 'plan.access': 1 }, ['RoleMatrixSet']],
  ])('changed from %s', (_, previous, permissions, expected) => {
    expect(outcome(decide(given(), set(roleIdOf(1), permissions, previous)))).toEqual(expected);
  });
});

describe('renaming and deleting', () => {
  const rename = (ref: RoleRef, name: string, description: string | null = null): RoleCommand => ({
    kind: 'rename',
    role: ref,
    name,
    builtInNames,
    description,
  });
  const inUse: AccessEvent = {
    type: 'UserRoleChanged',
    data: { user: userOf(3), because: BECAUSE, role: 'auditor', customRole: roleIdOf(1) },
  };

  it.each<[string, GivenAccounts, RoleCommand, string | readonly string[]]>([
    ['an own role', given(), rename(roleIdOf(1), 'Auditora de TI'), ['RoleRenamed']],
    ['to the same name', given(), rename(roleIdOf(1), 'Auditor de TI'), []],
    ['to the same name in other letters', given(), rename(roleIdOf(1), 'AUDITOR DE TI'), ['RoleRenamed']],
    ['a built-in role', given(), rename('leader', 'Jefe'), 'role_is_built_in'],
    [
      'to one that is taken',
      given(role(2, 'Otro', 'guest')),
      rename(roleIdOf(2), 'auditor de ti'),
      'role_name_taken',
    ],
    ['to that of a built-in one', given(), rename(roleIdOf(1), 'Lider'), 'role_name_built_in'],
    [
      'not at all, when it has had a built-in one’s name since before',
      given(role(2, 'Líder', 'leader')),
      rename(roleIdOf(2), 'Líder', 'De siempre'),
      ['RoleRenamed'],
    ],
    ['deleting one', given(), { kind: 'delete', role: roleIdOf(1) }, ['RoleDeleted']],
    ['deleting a built-in role', given(), { kind: 'delete', role: 'guest' }, 'role_is_built_in'],
    [
      'deleting one that somebody has',
      given(registered(3, 'auditor', 'auditor'), inUse),
      { kind: 'delete', role: roleIdOf(1) },
      'role_in_use',
    ],
  ])('%s', (_, accounts, command, expected) => {
    expect(outcome(decide(accounts, command))).toEqual(expected);
  });
});
