import {
  ROLES_OF_TYPE,
  userType,
  type CustomRoleId,
  type Role,
  type RoleRef,
  type UserType,
} from '@cotejo/access-contracts';
import { builtInRole, ownRole } from '../account/decide-role.ts';
import type { Deciding } from '../decision.ts';
import { DEFAULT_PERMISSIONS } from '../default-permissions.ts';
import { mayGrant, mayTouch } from '../grant-limits.ts';
import type { AccountFacts } from '../state/access-facts.ts';

/** A resolved role: its type and, if it is a custom role of the account, its id. */
export interface RoleMeant {
  readonly roleType: Role;
  readonly customRole: CustomRoleId | null;
}

/** Resolves a role reference in an account; null when there is no such role. */
export function roleMeant(account: AccountFacts, ref: RoleRef): RoleMeant | null {
  const own = ownRole(account, ref);
  if (own !== null) return { roleType: own.roleType, customRole: own.id };
  const roleType = builtInRole(ref);
  return roleType === null ? null : { roleType, customRole: null };
}

/** Whether the actor may give this role to another user, without exceeding the actor's own rights. */
export function mayGiveRole(
  account: AccountFacts,
  { roleType, customRole }: RoleMeant,
  { actor }: Deciding,
): boolean {
  if (!mayTouch(actor, { role: roleType, isSuperuser: false })) return false;
  const own = customRole === null ? undefined : account.roles.get(customRole);
  return mayGrant(
    actor,
    own?.permissions ?? account.matrices[roleType] ?? DEFAULT_PERMISSIONS[roleType],
    roleType,
  );
}

/** Default user type for a role. */
export const typeFor = (role: Role): UserType =>
  userType.options.find((type) => ROLES_OF_TYPE[type].includes(role)) ?? 'guest';
