import {
  roleKey,
  roleOfKey,
  ROLES_OF_TYPE,
  userType,
  type Role,
  type RoleKey,
  type RoleRow,
  type UserType,
} from '@cotejo/access-contracts';

/** An assignable role: its value on the wire, type and name. */
export interface RoleChoice {
  /** Key of a built-in role, id of a custom role. */
  readonly value: string;
  readonly type: Role;
  readonly label: string;
}

/** Built-in roles with translated names, then custom roles by name. */
export function roleChoices(rows: readonly RoleRow[], nameOf: (role: Role) => string): readonly RoleChoice[] {
  const builtIn = roleKey.options.map((key: RoleKey) => ({
    value: key,
    type: roleOfKey(key),
    label: nameOf(roleOfKey(key)),
  }));
  const own = rows
    .filter(({ propio }) => propio)
    .map(({ id, key, nombre }) => ({ value: id, type: roleOfKey(key), label: nombre }));
  return [...builtIn, ...own];
}

/** User types that a role fits. */
export const typesFor = (role: Role): readonly UserType[] =>
  userType.options.filter((type) => ROLES_OF_TYPE[type].includes(role));
