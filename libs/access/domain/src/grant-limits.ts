import {
  PERMISSION_CATALOGUE,
  PRODUCT_ADMIN_GROUPS,
  UNASKED_KEYS,
  type PermissionMap,
  type PermissionValue,
  type Principal,
  type Role,
} from '@cotejo/access-contracts';
import { hasRole, isInGroup } from './object-access.ts';
import { isReadKey, permissionIn } from './evaluate.ts';
import type { AccountFacts, UserFacts } from './state/access-facts.ts';
import { permissionsOf } from './state/principal-of-facts.ts';

/** All keys shown by the matrix editor. */
export const GRANTABLE_KEYS = Object.keys(PERMISSION_CATALOGUE);
/** All keys allowed in a matrix. */
export const KNOWN_KEYS: ReadonlySet<string> = new Set([...GRANTABLE_KEYS, ...UNASKED_KEYS]);
const MODULES: ReadonlySet<string> = new Set([...KNOWN_KEYS].map((key) => `${key.split('.')[0]}.*`));

/** The first unknown name in a matrix; null when all names are known keys or wildcards of known modules. */
export function unknownName(matrix: PermissionMap): string | null {
  const names = Object.keys(matrix);
  return names.find((name) => name !== '*' && !MODULES.has(name) && !KNOWN_KEYS.has(name)) ?? null;
}

/** Restricts the comparison of a grant. */
export interface GrantScope {
  /** Keys that the grant is about; absent = every key of a matrix. */
  readonly keys?: Iterable<string>;
  /** Rights that the receiver has without the grant; the actor need not hold these. */
  readonly held?: PermissionMap;
}

/**
 * Whether an actor may grant a matrix: rights can be granted only by actors who hold them. Everything that the matrix
 * grants (for a guest role, only read keys), the actor must hold with at least the same scope. Administrators and the
 * system (null) are not restricted. It is the only check, for roles of the account and for team membership.
 */
export function mayGrant(
  actor: Principal | null,
  matrix: PermissionMap,
  role: Role,
  { keys = KNOWN_KEYS, held = {} }: GrantScope = {},
): boolean {
  if (actor === null || hasRole(actor, 'admin')) return true;
  return [...keys].every((key) => {
    if (role === 'guest' && !isReadKey(key)) return true;
    const given = permissionIn(matrix, key);
    if (isWithin(given, permissionIn(held, key))) return true;
    if (actor.role === 'guest' && !isReadKey(key)) return false;
    return isWithin(given, permissionIn(actor.permissions, key));
  });
}

/** Whether two matrices have the same effect on every key, independent of notation. */
export const grantsAlike = (one: PermissionMap, other: PermissionMap): boolean =>
  [...KNOWN_KEYS].every((key) => {
    const [a, b] = [permissionIn(one, key), permissionIn(other, key)];
    return isWithin(a, b) && isWithin(b, a);
  });

/**
 * Whether an actor may change another user's access. An actor who can set a user's password can act as that user, so
 * the actor must hold all rights of that user; product administrators can be changed only by each other. Users may
 * always change their own access; the system (null) is not restricted.
 */
export function mayHandle(actor: Principal | null, account: AccountFacts, user: UserFacts): boolean {
  if (actor === null || actor.userId === user.id) return true;
  if (isInGroup(user, PRODUCT_ADMIN_GROUPS) && !isInGroup(actor, PRODUCT_ADMIN_GROUPS)) return false;
  return mayTouch(actor, user) && mayGrant(actor, permissionsOf(account, user), user.role);
}

/** Administrators can be changed only by administrators. */
export const mayTouch = (
  actor: Principal | null,
  of: { readonly role: Role; readonly isSuperuser: boolean },
): boolean => actor === null || hasRole(actor, 'admin') || (of.role !== 'admin' && !of.isSuperuser);

/** Whether `had` covers `given`. Rules in code can't be compared and count as not covered. */
function isWithin(given: PermissionValue, had: PermissionValue): boolean {
  if (given === 0 || had === 1) return true;
  if (given === 1 || had === 0 || typeof given === 'function' || typeof had === 'function') {
    return typeof given === 'object' && Object.values(given).every((value) => value !== 1);
  }
  return (['2', '3', '4', '5'] as const).every(
    (one) => given[one] !== 1 || had[one] === 1 || covers(had, one),
  );
}

/** '3' and '5' include '2': objects created by the user. */
const covers = (
  had: Exclude<PermissionValue, number | ((...args: never) => unknown)>,
  one: string,
): boolean => one === '2' && (had['3'] === 1 || had['5'] === 1);
