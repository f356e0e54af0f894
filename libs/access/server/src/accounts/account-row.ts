import type { AccountRow, UserId } from '@cotejo/access-contracts';
import type { ConsultantFacts } from '@cotejo/access-domain';
import type { AccountScope } from '../scope/account-scope.ts';
import type { AccessState } from '../state/access-state.ts';

export type ConsultantRow = AccountRow['consultants'][number];

/** An account's contract and usage, none of its content. `used`: stored bytes. */
export function accountRowOf(state: AccessState, scope: AccountScope, used: number): AccountRow {
  const { account } = scope;
  const name = state.account(account.id)?.name;
  const slots = [...account.slots.values()].filter(({ pool }) => pool === 'account');
  return {
    id: account.id,
    account_name: name?.name ?? '',
    pkg: name?.pkg ?? '',
    edition: account.edition,
    demo: account.demo,
    suspended: account.suspended,
    addons: [...account.addons],
    quota: account.quota,
    used,
    users: scope.people.filter(({ forgotten }) => !forgotten).length,
    slots: { total: slots.length, assigned: slots.filter(({ user }) => user !== null).length },
    ranges: [...account.addresses],
    consultants: [...account.consultants].map(([user, facts]) => consultantRowOf(state, user, facts)),
    opened_at: account.openedAt,
  };
}

export function consultantRowOf(state: AccessState, user: UserId, facts: ConsultantFacts): ConsultantRow {
  const data = state.personalData(user);
  return {
    user,
    username: data?.username ?? '',
    first_name: data?.firstName ?? '',
    last_name: data?.lastName ?? '',
    email: data?.email ?? '',
    until: facts.until.toISOString(),
    revoked: facts.revoked,
  };
}
