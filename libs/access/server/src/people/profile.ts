import {
  ROLE_KEYS,
  userProfile,
  type Principal,
  type UserProfile,
  type UserRow,
  type Person,
} from '@cotejo/access-contracts';
import type { AccessState } from '../state/access-state.ts';

/** The signed-in person as `users/@me` tells it; null when the person has been forgotten. */
export function profileOf(state: AccessState, principal: Principal): UserProfile | null {
  const person = state.person(principal.accountId, principal.userId);
  const data = state.personalData(principal.userId);
  const account = state.account(principal.accountId);
  if (person === null || data === null || account === null) return null;
  return userProfile.parse({
    id: person.id,
    username: person.username,
    first_name: person.firstName,
    last_name: person.lastName,
    email: data.email,
    role: ROLE_KEYS[person.role],
    is_superuser: principal.isSuperuser,
    groups: [...principal.groups],
    permissions: principal.permissions,
    product: account.name?.pkg ?? '',
    account_id: principal.accountId,
    account_name: account.name?.name ?? '',
    user_type: person.userType,
    account_addons: [],
    sigla: person.initials,
  });
}

/** A person as a row of GET /users/. */
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
