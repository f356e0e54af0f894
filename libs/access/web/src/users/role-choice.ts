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

/** A role that may be given: what the wire calls it, its type and its name. */
export interface RoleChoice {
  /** Key of a built-in one, id of one of the account's own. */
  readonly value: string;
  readonly type: Role;
  readonly label: string;
}

/** Built-in roles by the words of the reader's language, then the account's own by their names. */
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

/** Kinds of people that a role fits. */
export const typesFor = (role: Role): readonly UserType[] =>
  userType.options.filter((type) => ROLES_OF_TYPE[type].includes(role));
