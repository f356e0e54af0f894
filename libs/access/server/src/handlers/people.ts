import {
  accessCalls,
  accessErrors,
  type AccountId,
  type Principal,
  type UserDetail,
} from '@cotejo/access-contracts';
import { canOf, normalizedEmail, type UserFacts } from '@cotejo/access-domain';
import { Refusal } from '@cotejo/http/contracts';
import type { Handlers, Language, QueryOf } from '@cotejo/http/server';
import type { Access } from '../access.ts';
import type { PlainCommand } from '../people/edit-people.ts';
import { byName, rowOf, userDetailOf, visibleTo } from '../people/person-views.ts';
import { roleTexts } from '../roles/role-texts.ts';
import { AccountScope, roleOfKey } from '../scope/account-scope.ts';
import { reasonOf } from '../state/change-access.ts';
import type { Served } from './served.ts';

const { sessions, endSessions, history, exportData, forget, ...calls } = accessCalls.people;
export const peopleCalls = calls;
export const personRecordCalls = { sessions, endSessions, history, exportData, forget };

interface Changing {
  readonly principal: Principal;
  readonly params: { readonly id: string };
  readonly language: Language;
}

/** Users of the account, and administration of them. */
export function peopleHandlers({ access, texts }: Served): Handlers<typeof peopleCalls, Principal> {
  const { people } = access.admin;
  const detailIn = (scope: AccountScope, user: UserFacts, language: Language): UserDetail =>
    userDetailOf({ state: access.state, scope, nameOfRole: roleTexts(texts, language).name }, user);
  const detail = (account: AccountId, id: string, language: Language): UserDetail => {
    const scope = new AccountScope(access.state, account);
    return detailIn(scope, scope.person(id), language);
  };
  const apply = async (asked: Changing, command: PlainCommand, given: Parameters<typeof reasonOf>[0]) => {
    const { principal, params, language } = asked;
    await people.apply(principal, params.id, command, reasonOf(given));
    return detail(principal.accountId, params.id, language);
  };
  return {
    users: async ({ principal, query, language }) => {
      const { state, associates } = access;
      const scope = new AccountScope(state, principal.accountId);
      const isDetailed = canOf(principal)('users.access');
      const shown = visibleTo(principal, scope.people, await associates.of(principal)).filter(
        (user) => (isDetailed || !user.forgotten) && isAsked(access, user, query, isDetailed),
      );
      const rows = isDetailed
        ? shown.map((user) => detailIn(scope, user, language))
        : shown.map((user) => rowOf(state, user));
      return rows.sort(byName);
    },
    ownYears: ({ principal }) => access.years.of(principal.accountId),
    user: ({ principal, params, language }) => detail(principal.accountId, params.id, language),
    createUser: async ({ principal, body, repeatKey, language }) => {
      const id = await people.create(principal, body, repeatKey);
      return detail(principal.accountId, id, language);
    },
    editUser: async ({ principal, params: { id }, body, language }) => {
      if (!('generate_password' in body)) {
        await people.edit(principal, id, body);
        return detail(principal.accountId, id, language);
      }
      const generated = await people.setPassword(principal, id, body);
      const changed = detail(principal.accountId, id, language);
      return generated === null ? changed : { ...changed, generated_password: generated };
    },
    lock: (asked) => apply(asked, { kind: asked.body.locked ? 'lock' : 'unlock' }, asked.body),
    releaseSignIn: (asked) => apply(asked, { kind: 'release-sign-in' }, asked.query),
    setMethod: (asked) => apply(asked, { kind: 'method', method: asked.body.auth_method }, asked.body),
    forceReset: (asked) => apply(asked, { kind: 'force-reset' }, asked.body),
    removeOtp: (asked) => apply(asked, { kind: 'remove-otp' }, asked.query),
    years: async ({ principal, params: { id } }) => {
      const user = new AccountScope(access.state, principal.accountId).person(id);
      const associates = await access.associates.of(principal);
      if (visibleTo(principal, [user], associates).length === 0)
        throw new Refusal(accessErrors, 'user_not_found');
      return access.years.of(principal.accountId);
    },
  };
}

function isAsked(
  { state }: Access,
  user: UserFacts,
  { q, role, user_type: type, locked }: QueryOf<typeof calls.users>,
  isDetailed: boolean,
): boolean {
  if (role !== undefined && user.role !== roleOfKey(role)) return false;
  if (type !== undefined && user.userType !== type) return false;
  if (locked !== undefined && user.locked !== (locked === '1')) return false;
  if (q === undefined || q === '') return true;
  const data = state.personalData(user.id);
  if (data === null) return false;
  // E-mail addresses must not be discoverable by searching.
  const words = [data.firstName, data.lastName, data.username, ...(isDetailed ? [data.email] : [])];
  return normalizedEmail(words.join(' ')).includes(normalizedEmail(q));
}
