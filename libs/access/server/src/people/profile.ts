import {
  DEFAULT_TIME_ZONE,
  role,
  ROLE_KEYS,
  toldPermissions,
  type PermissionMap,
  type Principal,
  type UserProfile,
  type UserRow,
  type Person,
} from '@cotejo/access-contracts';
import { isLanguage } from '@cotejo/i18n';
import type { z } from 'zod';
import type { AccessState } from '../state/access-state.ts';

/** Profile of the signed-in user (`users/@me`); null when the user has been erased. */
export function profileOf(state: AccessState, principal: Principal): UserProfile | null {
  const person = state.person(principal.accountId, principal.userId);
  const data = state.personalData(principal.userId);
  const account = state.account(principal.accountId);
  const facts = state.known.users.get(principal.userId);
  if (person === null || data === null || account === null || facts === undefined) return null;
  const own = facts.customRole === null ? undefined : account.roles.get(facts.customRole);
  const { settings, matrices } = account;
  const accountZone = settings.get('time_zone');
  const accountLanguage = settings.get('language');
  return {
    id: person.id,
    username: person.username,
    first_name: person.firstName,
    last_name: person.lastName,
    email: data.email,
    role: ROLE_KEYS[person.role],
    is_superuser: principal.isSuperuser,
    groups: [...principal.groups],
    permissions: sentPermissionsOf(principal.permissions),
    product: account.name?.pkg ?? '',
    account_id: principal.accountId,
    account_name: account.name?.name ?? '',
    user_type: person.userType,
    account_addons: [...account.addons],
    sigla: person.initials,
    role_name: own?.roleType === facts.role ? own.name : null,
    role_permissions: Object.fromEntries(
      role.options.flatMap((type) => {
        const matrix = matrices[type];
        return matrix === undefined ? [] : [[ROLE_KEYS[type], sentPermissionsOf(matrix)]];
      }),
    ),
    account_logo: account.logo,
    edition: account.edition,
    position: data.position,
    auth_method: facts.method,
    otp_active: facts.totp,
    last_password_change: facts.passwordChangedAt,
    last_login: facts.lastSignIn,
    reset_password: principal.pending === 'password_reset',
    pending: principal.pending ?? null,
    demo: account.demo,
    language: data.language ?? (isLanguage(accountLanguage) ? accountLanguage : null),
    time_zone: data.timeZone ?? (typeof accountZone === 'string' ? accountZone : DEFAULT_TIME_ZONE),
  };
}

type SentPermissions = z.infer<typeof toldPermissions>;
/** Cache of converted maps: they are shared by many users and never change. */
const CONVERTED = new WeakMap<PermissionMap, SentPermissions>();

function sentPermissionsOf(map: PermissionMap): SentPermissions {
  const known = CONVERTED.get(map);
  if (known !== undefined) return known;
  const told = toldPermissions.parse(map);
  CONVERTED.set(map, told);
  return told;
}

/** A user as a row of GET /users/. */
export function userRowOf(person: Person): UserRow {
  return {
    id: person.id,
    username: person.username,
    first_name: person.firstName,
    last_name: person.lastName,
    role: ROLE_KEYS[person.role],
    user_type: person.userType,
    sigla: person.initials,
    position: person.position,
    active: person.active,
  };
}
