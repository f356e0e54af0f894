import { accessCalls, type Can, type PermissionKey, type UserDetail } from '@cotejo/access-contracts';
import { perform, type ApiClient } from '@cotejo/http/client';
import type { Reason } from '../forms/reason.tsx';

export type ActionKey =
  'lock' | 'unlock' | 'release' | 'force_reset' | 'generate_password' | 'remove_otp' | 'forget';

/** An action of an administrator on a user's access; requires a reason. */
export interface AccessAction {
  readonly key: ActionKey;
  readonly permission: PermissionKey;
  readonly danger?: boolean;
  /** Not available for the administrator's own access. */
  readonly notToOneself?: boolean;
  /** Whether the action applies in the user's current state. */
  isDue(person: UserDetail): boolean;
  /** Runs the action; resolves to a generated password to be shown once, or null. */
  run(api: ApiClient, id: string, reason: Reason): Promise<string | null>;
}

const { people } = accessCalls;
const params = (id: string) => ({ params: { id } });
const nothing = () => null;

export const ACCESS_ACTIONS: readonly AccessAction[] = [
  {
    key: 'release',
    permission: 'users.lock',
    isDue: ({ throttled_until }) => throttled_until !== null,
    run: (api, id, reason) =>
      perform(api, people.releaseSignIn, { ...params(id), query: reason }).then(nothing),
  },
  {
    key: 'unlock',
    permission: 'users.lock',
    isDue: ({ locked }) => locked,
    run: (api, id, reason) =>
      perform(api, people.lock, { ...params(id), body: { ...reason, locked: false } }).then(nothing),
  },
  {
    key: 'generate_password',
    permission: 'users.edit',
    notToOneself: true,
    isDue: ({ auth_method }) => auth_method === 'password',
    run: (api, id, reason) =>
      perform(api, people.editUser, { ...params(id), body: { ...reason, generate_password: true } }).then(
        ({ generated_password }) => generated_password ?? null,
      ),
  },
  {
    key: 'force_reset',
    permission: 'users.security',
    isDue: ({ auth_method }) => auth_method === 'password',
    run: (api, id, reason) => perform(api, people.forceReset, { ...params(id), body: reason }).then(nothing),
  },
  {
    key: 'remove_otp',
    permission: 'users.security',
    notToOneself: true,
    isDue: ({ otp_active }) => otp_active,
    run: (api, id, reason) => perform(api, people.removeOtp, { ...params(id), query: reason }).then(nothing),
  },
  {
    key: 'lock',
    permission: 'users.lock',
    danger: true,
    notToOneself: true,
    isDue: ({ locked }) => !locked,
    run: (api, id, reason) =>
      perform(api, people.lock, { ...params(id), body: { ...reason, locked: true } }).then(nothing),
  },
  {
    key: 'forget',
    permission: 'users.forget',
    danger: true,
    notToOneself: true,
    isDue: () => true,
    run: (api, id, reason) => perform(api, people.forget, { ...params(id), query: reason }).then(nothing),
  },
];

/** Actions that this administrator may perform on that user now. */
export const actionsFor = (person: UserDetail, can: Can, ownId: string): readonly AccessAction[] =>
  person.forgotten
    ? []
    : ACCESS_ACTIONS.filter(
        ({ permission, isDue, notToOneself }) =>
          can(permission) && isDue(person) && (notToOneself !== true || person.id !== ownId),
      );
