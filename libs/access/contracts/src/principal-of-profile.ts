import type { UserProfile } from './calls.ts';
import { userId } from './ids.ts';
import type { PermissionMap, PermissionValue, Principal } from './permissions.ts';
import { ROLE_KEYS, type Role } from './roles.ts';

/**
 * Who is signed in, as the policy knows a person, from the profile that the server told the browser.
 * A role or a permission value that this code doesn't know grants nothing.
 */
export function principalOfProfile(profile: UserProfile): Principal {
  return {
    userId: userId.parse(profile.id),
    accountId: profile.account_id,
    sessionId: null,
    role: roleOfKey(profile.role),
    isSuperuser: profile.is_superuser,
    groups: profile.groups,
    permissions: permissionsOf(profile.permissions),
  };
}

/** The role of a contract name (`SR`); an unknown one counts as guest, who may only read. */
export function roleOfKey(key: string): Role {
  const roles = Object.keys(ROLE_KEYS) as Role[];
  return roles.find((role) => ROLE_KEYS[role] === key) ?? 'guest';
}

function permissionsOf(told: UserProfile['permissions']): PermissionMap {
  return Object.fromEntries(Object.entries(told).map(([key, value]) => [key, permissionValue(value)]));
}

function permissionValue(value: number | Readonly<Record<string, number>>): PermissionValue {
  if (typeof value === 'number') return value === 1 ? 1 : 0;
  return {
    ...(value['2'] === undefined ? {} : { '2': value['2'] === 1 ? 1 : 0 }),
    ...(value['3'] === undefined ? {} : { '3': value['3'] === 1 ? 1 : 0 }),
  };
}
