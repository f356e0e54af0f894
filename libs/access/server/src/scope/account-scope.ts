import {
  accessErrors,
  ROLE_KEYS,
  type AccountId,
  type Role,
  type RoleRef,
  type UserId,
} from '@cotejo/access-contracts';
import {
  normalizedEmail,
  ownRole,
  type AccountFacts,
  type SlotFacts,
  type UserFacts,
} from '@cotejo/access-domain';
import { httpErrors, Refusal } from '@cotejo/http/contracts';
import type { AccessState } from '../state/access-state.ts';

const ROLES = Object.entries(ROLE_KEYS) as [Role, string][];

/**
 * Lookups limited to one account. Ids from outside are resolved here, so that ids of other accounts and unknown ids are
 * answered alike.
 */
export class AccountScope {
  constructor(
    private readonly state: AccessState,
    readonly id: AccountId,
  ) {}

  /** Refuses with `not_found`. */
  get account(): AccountFacts {
    const account = this.state.known.accounts.get(this.id);
    if (account === undefined) throw new Refusal(httpErrors, 'not_found');
    return account;
  }

  /** Refuses with `user_not_found`. */
  person(id: string): UserFacts {
    const user = this.state.known.users.get(id as UserId);
    if (user?.accountId !== this.id) throw new Refusal(accessErrors, 'user_not_found');
    return user;
  }

  get people(): readonly UserFacts[] {
    return [...this.state.known.users.values()].filter(({ accountId }) => accountId === this.id);
  }

  /** User with this e-mail. Compares without case for all scripts, which the database's `lower` may not do. */
  withEmail(email: string): UserFacts | null {
    const wanted = normalizedEmail(email);
    const has = ({ id }: UserFacts): boolean => {
      const known = this.state.personalData(id)?.email;
      return known !== undefined && normalizedEmail(known) === wanted;
    };
    return this.people.find(has) ?? null;
  }

  /** A role by its key on the wire (`SR`) or the id of a custom role. Refuses with `role_not_found`. */
  role(told: string): RoleRef {
    const builtIn = ROLES.find(([, key]) => key === told)?.[0];
    const role = builtIn ?? ownRole(this.account, told)?.id;
    if (role === undefined) throw new Refusal(accessErrors, 'role_not_found');
    return role;
  }

  /** Refuses with `slot_not_found`. */
  slot(id: string): SlotFacts {
    const slot = [...this.account.slots.values()].find((one) => one.id === id);
    if (slot === undefined) throw new Refusal(accessErrors, 'slot_not_found');
    return slot;
  }
}

/** Role type of a key on the wire: `SR` is a leader. */
export const roleOfKey = (key: string): Role | null => ROLES.find(([, one]) => one === key)?.[0] ?? null;
