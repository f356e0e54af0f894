import { accessErrors, type AccountId, type PasswordRules, type UserId } from '@cotejo/access-contracts';
import { isReused, judgePassword } from '@cotejo/access-domain';
import { Refusal } from '@cotejo/http/contracts';
import type { AccessState } from '../state/access-state.ts';
import type { CredentialVault } from '../vault/credential-vault.ts';
import { isCommonPassword } from './common-passwords.ts';
import { hashPassword, passwordMatches, proofOf } from './password-hash.ts';

export interface PasswordsOptions {
  readonly state: AccessState;
  readonly credentials: CredentialVault;
  readonly now: () => Date;
}

/** A new password and its repetition. */
export interface NewPassword {
  readonly password: string;
  readonly password_confirmation: string;
}

const PRODUCT = 'cotejo';

/** Checks and stores passwords, by the rules of each account. */
export class Passwords {
  constructor(private readonly options: PasswordsOptions) {}

  /**
   * Refuses with `user_not_found`, `password_not_own` (the user has another sign-in method), `passwords_differ`,
   * `password_length`, `password_composition`, `password_guessable` and `password_reused`.
   */
  async judge(account: AccountId, user: UserId, { password, ...typed }: NewPassword): Promise<void> {
    const { known } = this.options.state;
    const facts = known.users.get(user);
    if (facts === undefined || facts.accountId !== account || facts.forgotten) {
      throw new Refusal(accessErrors, 'user_not_found');
    }
    if (facts.method !== 'password') throw new Refusal(accessErrors, 'password_not_own');
    if (password !== typed.password_confirmation) throw new Refusal(accessErrors, 'passwords_differ');
    this.assertFits(account, this.wordsAbout(user), password);
    const rules = this.rulesOf(account);
    const hashes = await this.options.credentials.hashes(account, user);
    // A password that must be reset may be known to others, so it can't be chosen again.
    const history = facts.mustReset ? Math.max(rules.history, 1) : rules.history;
    if (await isReused(hashes, { history }, (hash) => passwordMatches(hash, password))) {
      throw new Refusal(accessErrors, 'password_reused', { params: { count: history } });
    }
  }

  /** Checks only the account's rules, for users without a password. `words`: words about the user. */
  assertFits(account: AccountId, words: readonly string[], password: string): void {
    const name = this.options.state.account(account)?.name?.name ?? '';
    const fault = judgePassword(password, this.rulesOf(account), {
      words: [...words, name, PRODUCT],
      isCommon: isCommonPassword,
    });
    if (fault?.code === 'password_length') {
      throw new Refusal(accessErrors, fault.code, { params: { least: fault.least, most: fault.most } });
    }
    if (fault?.code === 'password_composition') {
      throw new Refusal(accessErrors, fault.code, { details: { lacks: fault.lacks } });
    }
    if (fault !== null) throw new Refusal(accessErrors, fault.code);
  }

  /** Replaces the current password by a checked one. The caller appends the event. */
  async put(account: AccountId, user: UserId, password: string): Promise<void> {
    await this.putHash(account, user, await this.hashed(password));
  }

  hashed(password: string): Promise<string> {
    return hashPassword(password);
  }

  /** `put` for a password hashed in advance, outside of a turn. */
  async putHash(account: AccountId, user: UserId, hash: string): Promise<void> {
    await this.options.credentials.replace(account, user, hash, this.options.now());
  }

  /** Invalidates the current password; it stays in the history. */
  async retire(account: AccountId, user: UserId): Promise<void> {
    await this.options.credentials.retire(account, user);
  }

  /** Fingerprint of the current password; null while the user has none. */
  async proof(account: AccountId, user: UserId): Promise<string | null> {
    const hash = await this.options.credentials.present(account, user);
    return hash === null ? null : proofOf(hash);
  }

  /** Whether it is the user's current password; takes equally long when the user has none. */
  async isPresent(account: AccountId, user: UserId, password: string): Promise<boolean> {
    return passwordMatches(await this.options.credentials.present(account, user), password);
  }

  /** Whether the user has a password. */
  async has(account: AccountId, user: UserId): Promise<boolean> {
    return (await this.options.credentials.present(account, user)) !== null;
  }

  rulesOf(account: AccountId): PasswordRules {
    const facts = this.options.state.known.accounts.get(account);
    if (facts === undefined) throw new Refusal(accessErrors, 'user_not_found');
    return facts.passwordRules;
  }

  /** Words that an attacker who knows the user would try first. */
  private wordsAbout(user: UserId): readonly string[] {
    const data = this.options.state.personalData(user);
    return data === null ? [] : [data.username, data.firstName, data.lastName, data.email];
  }
}
