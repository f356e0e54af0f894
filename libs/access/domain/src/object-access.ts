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

/** A superuser counts as `admin`; all other roles match exactly. */
export const hasRole = ({ role, isSuperuser }: Principal, wanted: Role): boolean =>
  role === wanted || (wanted === 'admin' && isSuperuser);

export const isInGroup = ({ groups }: Pick<Principal, 'groups'>, wanted: readonly number[]): boolean =>
  groups.some((group) => wanted.includes(group));

/** Whether the user's account has an add-on. */
export const hasAddon = ({ addons = [] }: Principal, addon: string): boolean => addons.includes(addon);

/** Requirement of an object: a permission, one of some roles, or either. */
export interface ObjectRequirement {
  readonly permission?: PermissionKey;
  readonly roles?: readonly Role[];
}

/**
 * "Access to an object can be required by permission or by a list of allowed roles" (specification 1, section 6). A
 * superuser passes; if both are given, either suffices; if neither is, access is denied.
 */
export function mayReach(
  principal: Principal,
  { permission, roles = [] }: ObjectRequirement,
  object?: PolicyObject,
): boolean {
  if (permission !== undefined && evaluate(principal, permission, object)) return true;
  return (roles.length > 0 && principal.isSuperuser) || roles.some((role) => hasRole(principal, role));
}

/** Permissions of a role type in the user's account, or the default. */
export const matrixOf = (principal: Pick<Principal, 'roleMatrices'>, role: Role): PermissionMap =>
  principal.roleMatrices?.[role] ?? DEFAULT_PERMISSIONS[role];

/** The user with guest permissions: those of all users outside of an audit's team. */
export const asGuest = (principal: Principal): Principal => ({
  ...principal,
  role: 'guest',
  permissions: matrixOf(principal, 'guest'),
});

/** Restricts a policy to reading, for closed objects. */
export const readOnly =
  (can: Can): Can =>
  (key, object) =>
    isReadKey(key) && can(key, object);
