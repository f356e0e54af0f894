import {
  ROLE_KEYS,
  type Principal,
  type Role,
  type UserDetail,
  type UserId,
  type UserRow,
} from '@cotejo/access-contracts';
import { canOf, slotOf, type UserFacts } from '@cotejo/access-domain';
import type { AccountScope } from '../scope/account-scope.ts';
import type { AccessState } from '../state/access-state.ts';
import { userRowOf } from './profile.ts';

export interface PersonView {
  readonly state: AccessState;
  readonly scope: AccountScope;
  /** Name of a built-in role. */
  readonly nameOfRole: (role: Role) => string;
}

/** A user as shown to administrators of users. */
export function userDetailOf({ state, scope, nameOfRole }: PersonView, user: UserFacts): UserDetail {
  const { account } = scope;
  const data = state.personalData(user.id);
  const own = user.customRole === null ? undefined : account.roles.get(user.customRole);
  const until = user.throttledUntil;
  return {
    ...rowOf(state, user),
    email: data?.email ?? '',
    code: data?.code ?? null,
    area: data?.area ?? null,
    role_id: own?.id ?? ROLE_KEYS[user.role],
    role_name: own?.name ?? nameOfRole(user.role),
    last_login: user.lastSignIn,
    // Clients come with the firm's own pages.
    clients: [],
    auth_method: user.method,
    otp_active: user.totp,
    last_password_change: user.passwordChangedAt,
    locked: user.locked,
    throttled_until: until !== null && until > state.moment.now ? until.toISOString() : null,
    slotId: slotOf(account, user)?.id ?? null,
    forgotten: user.forgotten,
  };
}

/** A user as shown to colleagues. */
export function rowOf(state: AccessState, user: UserFacts): UserRow {
  const person = state.person(user.accountId, user.id);
  if (person === null) throw new Error('a person of the log is unknown to its own state');
  return userRowOf(person);
}

/** Users visible in lists: all, or only associated ones. */
export function visibleTo(
  principal: Principal,
  people: readonly UserFacts[],
  associates: ReadonlySet<UserId>,
): readonly UserFacts[] {
  const can = canOf(principal);
  const me = new Set([principal.userId]);
  return people.filter(({ id }) =>
    can('users.list', { createdBy: id, associates: associates.has(id) ? me : null }),
  );
}

export const byName = (a: UserRow, b: UserRow): number =>
  a.first_name.localeCompare(b.first_name, 'es') || a.last_name.localeCompare(b.last_name, 'es');
