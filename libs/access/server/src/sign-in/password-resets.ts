import {
  accessErrors,
  SIGN_IN_LIMITS,
  type AccountId,
  type AuthenticationMethod,
  type PasswordRules,
  type UserId,
} from '@cotejo/access-contracts';
import { addressKey, normalizedEmail, outside } from '@cotejo/access-domain';
import { httpErrors, Refusal } from '@cotejo/http/contracts';
import type { MailLimit } from '@cotejo/mail';
import type { WriteToPeople } from '../mail-texts/write-to-people.ts';
import type { ServerText } from '../mail-texts/server-texts.ts';
import type { AccessLog, AccessState } from '../state/access-state.ts';
import type { ChallengeVault } from '../vault/challenge-vault.ts';
import type { PeopleVault } from '../vault/people-vault.ts';
import { ON_REQUEST, type UserLog } from './append-user-events.ts';
import { AttemptLimiter } from './attempt-limit.ts';
import type { NewPassword, Passwords } from './passwords.ts';
import type { ResetLink, ResetLinks } from './reset-links.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const ASKED_PER_ADDRESS = { failures: 20, windowMs: 10 * MINUTE_MS };

export interface PasswordResetsOptions {
  readonly state: AccessState;
  readonly people: PeopleVault;
  readonly passwords: Passwords;
  readonly challenges: ChallengeVault;
  readonly links: ResetLinks;
  readonly userLog: UserLog;
  readonly mail: WriteToPeople;
  readonly texts: ServerText;
  readonly log: AccessLog;
  readonly now: () => Date;
}

/** New passwords by mail: a link that works once, for an hour. */
export class PasswordResets {
  private readonly byAddress: AttemptLimiter;
  /** Mails that are being written. */
  private readonly running = new Set<Promise<void>>();

  constructor(private readonly options: PasswordResetsOptions) {
    this.byAddress = new AttemptLimiter(ASKED_PER_ADDRESS, options.now);
  }

  /**
   * Mails a link to whoever has this address, if anybody. Answered before that is known, so that neither words
   * nor time tell. Refuses with `too_many_requests`.
   */
  ask(email: string, pkg: string, ip: string): void {
    const retryAfter = this.byAddress.take(addressKey(ip));
    if (retryAfter !== null) throw new Refusal(httpErrors, 'too_many_requests', { details: { retryAfter } });
    const running = this.mailAll(normalizedEmail(email), pkg)
      .catch((err: unknown) => this.options.log.warn({ err }, 'access: a reset could not be mailed'))
      .finally(() => void this.running.delete(running));
    this.running.add(running);
  }

  /** Resolves once what was asked has been written down. */
  async settle(): Promise<void> {
    await Promise.all(this.running);
  }

  /** The rules that the new password must keep. Refuses with `reset_link_invalid`. */
  async check(link: ResetLink): Promise<PasswordRules> {
    const kept = await this.options.challenges.find('reset', link.token, this.options.now());
    return this.options.passwords.rulesOf(this.ownerOf(link, kept).account);
  }

  /**
   * Sets the password and ends every session of the person. Refuses with `reset_link_invalid` and with what is
   * wrong with the password; then the link still works.
   */
  async change(link: ResetLink, typed: NewPassword): Promise<void> {
    const { challenges, passwords, userLog, mail, now } = this.options;
    const { account, user } = this.ownerOf(link, await challenges.find('reset', link.token, now()));
    await passwords.judge(account, user, typed);
    this.ownerOf(link, await challenges.take('reset', link.token, now()));
    await passwords.put(account, user, typed.password);
    await userLog.append({ account, user }, [
      { type: 'PasswordChanged', data: { user, because: ON_REQUEST, how: 'by_mail' } },
    ]);
    await this.options.links.revoke(account, user);
    await mail.write({ account, user }, 'password_changed');
  }

  private async mailAll(email: string, pkg: string): Promise<void> {
    const people = await this.options.people.withEmail(email, pkg);
    await this.options.state.settle();
    for (const { accountId, userId } of people) await this.mailTo(accountId, userId);
  }

  /**
   * Mails a link to somebody who must choose another password: an administrator said so, and the one they had opens
   * nothing any more. Nothing where they may not be in.
   */
  async force(account: AccountId, user: UserId): Promise<void> {
    if (this.methodOf(account, user) === 'password') await this.mailLink(account, user, 'reset_forced');
  }

  private async mailTo(account: AccountId, user: UserId): Promise<void> {
    const { mail, texts } = this.options;
    const method = this.methodOf(account, user);
    if (method === null) return;
    if (method === 'password') return this.mailLink(account, user, 'password_reset');
    const told = { method: texts(`methods.${method}`, mail.languageOf(user)) };
    await mail.writeWithin(this.limit, { account, user }, 'reset_elsewhere', told);
  }

  private async mailLink(
    account: AccountId,
    user: UserId,
    kind: 'password_reset' | 'reset_forced',
  ): Promise<void> {
    const { mail, links } = this.options;
    const { resetLinkMinutes: minutes } = SIGN_IN_LIMITS;
    // Whoever is not written to holds no link: nobody knows what was issued.
    const issued = await links.issue(account, user, minutes);
    const { link, secrets } = issued;
    const isWritten = await mail.writeWithin(this.limit, { account, user }, kind, { link, minutes }, secrets);
    if (isWritten) await links.replaceOlder(account, user, issued);
  }

  private get limit(): MailLimit {
    const since = new Date(this.options.now().getTime() - HOUR_MS);
    return { most: SIGN_IN_LIMITS.resetMailsPerHour, since };
  }

  /** How the person signs in; null while they may not be in. */
  private methodOf(account: AccountId, user: UserId): AuthenticationMethod | null {
    const { state } = this.options;
    const facts = state.known.users.get(user);
    const accountFacts = state.known.accounts.get(account);
    if (facts === undefined || accountFacts === undefined) return null;
    return outside(accountFacts, facts, state.moment) === null ? facts.method : null;
  }

  /** Refuses with `reset_link_invalid` unless the link is that person's, who may still be in. */
  private ownerOf(
    { uid }: ResetLink,
    kept: { readonly account: AccountId | null; readonly user: UserId | null } | null,
  ): { readonly account: AccountId; readonly user: UserId } {
    const { state } = this.options;
    const facts = kept?.user == null ? undefined : state.known.users.get(kept.user);
    const account = facts && state.known.accounts.get(facts.accountId);
    const isOwn = facts !== undefined && facts.id === uid && facts.accountId === kept?.account;
    if (!isOwn || account === undefined || outside(account, facts, state.moment) !== null) {
      throw new Refusal(accessErrors, 'reset_link_invalid');
    }
    return { account: account.id, user: facts.id };
  }
}
