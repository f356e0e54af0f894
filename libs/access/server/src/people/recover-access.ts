import type { AccountId, UserId } from '@cotejo/access-contracts';
import {
  accepted,
  decideAccount,
  decidePerson,
  type Decision,
  type PersonCommand,
} from '@cotejo/access-domain';
import type { SecondFactor } from '../second-factor/second-factor.ts';
import type { Passwords } from '../sign-in/passwords.ts';
import type { ResetLinks } from '../sign-in/reset-links.ts';
import type { SignIn } from '../sign-in/sign-in.ts';
import type { AccessState } from '../state/access-state.ts';
import type { ChangeAccess, Reason } from '../state/change-access.ts';
import { generatePassword } from './generate-password.ts';

/** The operator in the terminal, whom no permission restricts. */
const AT_THE_TERMINAL = { name: 'system:administrator', actor: null } as const;

export interface RecoverAccessOptions {
  readonly state: AccessState;
  readonly changes: ChangeAccess;
  readonly passwords: Passwords;
  readonly links: ResetLinks;
  readonly secondFactor: SecondFactor;
  readonly signIn: Pick<SignIn, 'release'>;
}

export interface Whom {
  readonly account: AccountId;
  readonly user: UserId;
}

/** Operator's use cases: product administrators, and recovery of lost access. */
export class RecoverAccess {
  constructor(private readonly options: RecoverAccessOptions) {}

  /** Adds a user to a group of product administrators. Refuses with `already_so`. */
  grantProduct(whom: Whom, group: number, reason: Reason): Promise<void> {
    return this.regroup(whom, reason, (groups) => [...groups, group]);
  }

  /** Removes a user from such a group. Refuses with `already_so`. */
  revokeProduct(whom: Whom, group: number, reason: Reason): Promise<void> {
    return this.regroup(whom, reason, (groups) => groups.filter((one) => one !== group));
  }

  /**
   * For a user whom no administrator can let in again: removes the second factor, sets a temporary password, switches
   * to sign-in by password, and lifts locks; with `addresses` the account's address list is cleared. Safe to repeat.
   * Returns the password.
   */
  async reset({ account, user }: Whom, addresses: boolean, reason: Reason): Promise<string> {
    const { changes, state, passwords, links, secondFactor, signIn } = this.options;
    return changes.within(account, AT_THE_TERMINAL, reason, async (change) => {
      await state.settle();
      const carryOut = (command: PersonCommand, prepare?: () => Promise<void>) =>
        change.ofPerson(
          user,
          (facts, known, by) => unlessSo(decidePerson(facts, known, user, command, by)),
          prepare,
        );
      if (addresses) {
        await change.ofAccount((_, known, by) =>
          known.addresses.length === 0
            ? accepted()
            : decideAccount(known, { kind: 'addresses', ranges: [], from: null }, by),
        );
      }
      await carryOut({ kind: 'method', method: 'password' });
      await carryOut({ kind: 'remove-otp' }, () => secondFactor.forget({ accountId: account, userId: user }));
      await carryOut({ kind: 'unlock' });
      await carryOut({ kind: 'release-sign-in' });
      const password = generatePassword(passwords.rulesOf(account));
      await carryOut({ kind: 'set-password', how: 'generated' }, () =>
        passwords.put(account, user, password),
      );
      await links.revoke(account, user);
      await signIn.release(account, user);
      return password;
    });
  }

  private async regroup(
    { account, user }: Whom,
    reason: Reason,
    to: (groups: readonly number[]) => readonly number[],
  ): Promise<void> {
    const { changes, state } = this.options;
    await changes.within(account, AT_THE_TERMINAL, reason, async (change) => {
      await state.settle();
      await change.ofPerson(user, (facts, known, by) => {
        const groups = to(facts.users.get(user)?.groups ?? []);
        return decidePerson(facts, known, user, { kind: 'groups', groups }, by);
      });
    });
  }
}

/** Ignores refusals because nothing changes. */
const unlessSo = (decision: Decision): Decision =>
  !decision.ok && decision.code === 'already_so' ? accepted() : decision;
