import {
  ROLE_GROUPS,
  ROLE_KEYS,
  type PermissionMatrix,
  type Role,
  type RoleKey,
  type RoleRow,
} from '@cotejo/access-contracts';
import {
  builtInRole,
  DEFAULT_PERMISSIONS,
  ownRole,
  permissionsOf,
  type RoleFacts,
} from '@cotejo/access-domain';
import type { AccountScope } from '../scope/account-scope.ts';

/** Localized texts of the built-in roles. */
export interface RoleTexts {
  readonly name: (role: Role) => string;
  readonly description: (role: Role) => string;
}

const BUILT_IN = Object.keys(DEFAULT_PERMISSIONS) as Role[];

/** Built-in roles first, then the account's own by name. */
export function roleRows(scope: AccountScope, texts: RoleTexts): readonly RoleRow[] {
  const own = [...scope.account.roles.values()].sort((a, b) => a.name.localeCompare(b.name, 'es'));
  return [
    ...BUILT_IN.map((role) => builtInRow(scope, role, texts)),
    ...own.map((role) => ownRow(scope, role)),
  ];
}

/** A role by its reference. Refuses, through the scope, with `role_not_found`. */
export function roleRowOf(scope: AccountScope, told: string, texts: RoleTexts): RoleRow {
  const ref = scope.role(told);
  const own = ownRole(scope.account, ref);
  return own === null ? builtInRow(scope, builtInRole(ref) ?? 'guest', texts) : ownRow(scope, own);
}

function builtInRow(scope: AccountScope, role: Role, texts: RoleTexts): RoleRow {
  const { matrices } = scope.account;
  return {
    id: ROLE_KEYS[role],
    key: keyOf(role),
    nombre: texts.name(role),
    description: texts.description(role),
    grupo: ROLE_GROUPS[role],
    propio: false,
    usuarios: peopleWith(scope, role, null),
    permissions: (matrices[role] ?? DEFAULT_PERMISSIONS[role]) as PermissionMatrix,
  };
}

const ownRow = (scope: AccountScope, role: RoleFacts): RoleRow => ({
  id: role.id,
  key: keyOf(role.roleType),
  nombre: role.name,
  description: role.description,
  grupo: ROLE_GROUPS[role.roleType],
  propio: true,
  usuarios: peopleWith(scope, role.roleType, role),
  permissions: role.permissions as PermissionMatrix,
});

/** Number of users whose permissions come from this role. */
function peopleWith(scope: AccountScope, role: Role, own: RoleFacts | null): number {
  const { account } = scope;
  const permissions = own?.permissions ?? account.matrices[role] ?? DEFAULT_PERMISSIONS[role];
  return scope.people.filter(
    (user) => !user.forgotten && user.role === role && permissionsOf(account, user) === permissions,
  ).length;
}

const keyOf = (role: Role): RoleKey => ROLE_KEYS[role] as RoleKey;
