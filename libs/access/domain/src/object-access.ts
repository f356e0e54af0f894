import type {
  Can,
  PermissionKey,
  PermissionMap,
  PolicyObject,
  Principal,
  Role,
} from '@cotejo/access-contracts';
import { DEFAULT_PERMISSIONS } from './default-permissions.ts';
import { evaluate, isReadKey } from './evaluate.ts';

/** The role ADMIN is satisfied by a superuser too; GUEST and the others by themselves alone. */
export const hasRole = ({ role, isSuperuser }: Principal, wanted: Role): boolean =>
  role === wanted || (wanted === 'admin' && isSuperuser);

export const isInGroup = ({ groups }: Pick<Principal, 'groups'>, wanted: readonly number[]): boolean =>
  groups.some((group) => wanted.includes(group));

/** Whether the account of the person has an add-on. */
export const hasAddon = ({ addons = [] }: Principal, addon: string): boolean => addons.includes(addon);

/** What an object asks of whoever reaches for it: a permission, one of some roles, or either. */
export interface ObjectRequirement {
  readonly permission?: PermissionKey;
  readonly roles?: readonly Role[];
}

/**
 * "Access to an object can be required by permission or by a list of allowed roles" (specification 1,
 * section 6). A superuser passes; where both are named, either is enough; where nothing is, nobody passes.
 */
export function mayReach(
  principal: Principal,
  { permission, roles = [] }: ObjectRequirement,
  object?: PolicyObject,
): boolean {
  if (permission !== undefined && evaluate(principal, permission, object)) return true;
  return (roles.length > 0 && principal.isSuperuser) || roles.some((role) => hasRole(principal, role));
}

/** What the person's account says of a role type, or the default. */
export const matrixOf = (principal: Pick<Principal, 'roleMatrices'>, role: Role): PermissionMap =>
  principal.roleMatrices?.[role] ?? DEFAULT_PERMISSIONS[role];

/** The person with a guest's rights: outside of a team everybody has these. */
export const asGuest = (principal: Principal): Principal => ({
  ...principal,
  role: 'guest',
  permissions: matrixOf(principal, 'guest'),
});

/** The same rights in something closed: reading alone, for everybody. */
export const readOnly =
  (can: Can): Can =>
  (key, object) =>
    isReadKey(key) && can(key, object);
