import { userId } from './ids.ts';
import { condition, type StoredPermission } from './permission-matrix.ts';
import type { PermissionMap, Principal } from './permissions.ts';
import type { UserProfile } from './profile.ts';
import { ROLE_KEYS, userType, type Role } from './roles.ts';

/**
 * Principal of the signed-in user, derived from the profile sent to the browser. Unknown roles and permission values
 * grant nothing.
 */
export function principalOfProfile(profile: UserProfile): Principal {
  const type = userType.safeParse(profile.user_type);
  const { role_permissions: matrices, pending } = profile;
  return {
    userId: userId.parse(profile.id),
    accountId: profile.account_id,
    sessionId: null,
    role: roleOfKey(profile.role),
    isSuperuser: profile.is_superuser,
    groups: profile.groups,
    permissions: permissionsOf(profile.permissions),
    addons: profile.account_addons,
    ...(type.success && { userType: type.data }),
    ...(matrices && {
      roleMatrices: Object.fromEntries(
        Object.entries(matrices).map(([key, told]) => [roleOfKey(key), permissionsOf(told)]),
      ),
    }),
    ...(pending && { pending }),
  };
}

/** Role of a contract name (`SR`); an unknown one counts as guest, who may only read. */
export function roleOfKey(key: string): Role {
  const roles = Object.keys(ROLE_KEYS) as Role[];
  return roles.find((role) => ROLE_KEYS[role] === key) ?? 'guest';
}

function permissionsOf(told: UserProfile['permissions']): PermissionMap {
  return Object.fromEntries(Object.entries(told).map(([key, value]) => [key, permissionValue(value)]));
}

function permissionValue(value: number | Readonly<Record<string, number>>): StoredPermission {
  if (typeof value === 'number') return value === 1 ? 1 : 0;
  const known = condition.options.filter((name) => value[name] !== undefined);
  return Object.fromEntries(known.map((name) => [name, value[name] === 1 ? 1 : 0]));
}
