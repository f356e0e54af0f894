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

/** Every key that the editor of a matrix shows. */
export const GRANTABLE_KEYS = Object.keys(PERMISSION_CATALOGUE);
/** Every key that a matrix may speak of. */
export const KNOWN_KEYS: ReadonlySet<string> = new Set([...GRANTABLE_KEYS, ...UNASKED_KEYS]);
const MODULES: ReadonlySet<string> = new Set([...KNOWN_KEYS].map((key) => `${key.split('.')[0]}.*`));

/** The first name in a matrix that no key or module has; null when all are known. */
export function unknownName(matrix: PermissionMap): string | null {
  const names = Object.keys(matrix);
  return names.find((name) => name !== '*' && !MODULES.has(name) && !KNOWN_KEYS.has(name)) ?? null;
}

/** Narrows what a grant is compared by. */
export interface GrantScope {
  /** Keys that the grant is about; absent = every key of a matrix. */
  readonly keys?: Iterable<string>;
  /** Rights that the receiver has without the grant: the actor does not give those. */
  readonly held?: PermissionMap;
}

/**
 * Nobody gives more than they have: all that the matrix grants (to a role of this type, so of a guest's only what
 * reads), the person may do as well, at least as widely. Administrators and the system (null) are not held
 * back. The one check for roles of the account and for places in a team, whoever receives them.
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

/** Whether two matrices grant the same of every key, however they say it. */
export const grantsAlike = (one: PermissionMap, other: PermissionMap): boolean =>
  [...KNOWN_KEYS].every((key) => {
    const [a, b] = [permissionIn(one, key), permissionIn(other, key)];
    return isWithin(a, b) && isWithin(b, a);
  });

/**
 * Whether one may lay hands on another's access. Whoever sets somebody's password can be them: so all that the
 * other may do, one may do oneself, and those who administer the product are left to each other. The own access is
 * everybody's own; the system (null) is not held back.
 */
export function mayHandle(actor: Principal | null, account: AccountFacts, user: UserFacts): boolean {
  if (actor === null || actor.userId === user.id) return true;
  if (isInGroup(user, PRODUCT_ADMIN_GROUPS) && !isInGroup(actor, PRODUCT_ADMIN_GROUPS)) return false;
  return mayTouch(actor, user) && mayGrant(actor, permissionsOf(account, user), user.role);
}

/** Administrators are changed by administrators; everybody else by whoever may change people. */
export const mayTouch = (
  actor: Principal | null,
  of: { readonly role: Role; readonly isSuperuser: boolean },
): boolean => actor === null || hasRole(actor, 'admin') || (of.role !== 'admin' && !of.isSuperuser);

/** Whether all that the one grants the other grants, too. What a rule in code grants nobody can tell. */
function isWithin(given: PermissionValue, had: PermissionValue): boolean {
  if (given === 0 || had === 1) return true;
  if (given === 1 || had === 0 || typeof given === 'function' || typeof had === 'function') {
    return typeof given === 'object' && Object.values(given).every((value) => value !== 1);
  }
  return (['2', '3', '4', '5'] as const).every(
    (one) => given[one] !== 1 || had[one] === 1 || covers(had, one),
  );
}

/** '3' and '5' hold wherever '2' does: what I made is mine. */
const covers = (
  had: Exclude<PermissionValue, number | ((...args: never) => unknown)>,
  one: string,
): boolean => one === '2' && (had['3'] === 1 || had['5'] === 1);
