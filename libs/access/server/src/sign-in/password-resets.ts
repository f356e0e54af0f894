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
import type { MailLimit, MailTemplate } from '@cotejo/mail';
import type { WriteToPeople } from '../mail-texts/write-to-people.ts';
import type { ServerText } from '../mail-texts/server-texts.ts';
import { accessMails } from '../mails/access-mails.ts';
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

/** Password reset by mail: a link that works once, for an hour. */
export class PasswordResets {
  private readonly byAddress: AttemptLimiter;
  /** Mails being written in the background. */
  private readonly running = new Set<Promise<void>>();

  constructor(private readonly options: PasswordResetsOptions) {
    this.byAddress = new AttemptLimiter(ASKED_PER_ADDRESS, options.now);
  }

  /**
   * Mails a link to the users with this address, if any. Returns before they are looked up, so that neither answer nor
   * timing reveals whether they exist. Refuses with `too_many_requests`.
   */
  ask(email: string, pkg: string, ip: string): void {
    const retryAfter = this.byAddress.take(addressKey(ip));
    if (retryAfter !== null) throw new Refusal(httpErrors, 'too_many_requests', { details: { retryAfter } });
    const running = this.mailAll(normalizedEmail(email), pkg)
      .catch((err: unknown) => this.options.log.warn({ err }, 'access: a reset could not be mailed'))
      .finally(() => void this.running.delete(running));
    this.running.add(running);
  }

  /** Resolves once all requested mails have been written. */
  async settle(): Promise<void> {
    await Promise.all(this.running);
  }

  /** Password rules for the link's user. Refuses with `reset_link_invalid`. */
  async check(link: ResetLink): Promise<PasswordRules> {
    const kept = await this.options.challenges.find('reset', link.token, this.options.now());
    return this.options.passwords.rulesOf(this.ownerOf(link, kept).account);
  }

  /**
   * Sets the password and ends all sessions of the user. Refuses with `reset_link_invalid`, and with the faults of the
   * password; in the latter case the link stays valid.
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
    await mail.write({ account, user }, accessMails.password_changed, {});
  }

  private async mailAll(email: string, pkg: string): Promise<void> {
    const people = await this.options.people.withEmail(email, pkg);
    await this.options.state.settle();
    for (const { accountId, userId } of people) await this.mailTo(accountId, userId);
  }

  /**
   * Mails a link to a user whose password was invalidated by an administrator. Does nothing for a user who may not be
   * signed in.
   */
  async force(account: AccountId, user: UserId): Promise<void> {
    if (this.methodOf(account, user) === 'password')
      await this.mailLink(account, user, accessMails.reset_forced);
  }

  private async mailTo(account: AccountId, user: UserId): Promise<void> {
    const { mail, texts } = this.options;
    const method = this.methodOf(account, user);
    if (method === null) return;
    if (method === 'password') return this.mailLink(account, user, accessMails.password_reset);
    const told = { method: texts(`methods.${method}`, mail.languageOf(user)) };
    await mail.writeWithin(this.limit, { account, user }, accessMails.reset_elsewhere, told);
  }

  private async mailLink(
    account: AccountId,
    user: UserId,
    template: MailTemplate<'link' | 'minutes'>,
  ): Promise<void> {
    const { mail, links } = this.options;
    const { resetLinkMinutes: minutes } = SIGN_IN_LIMITS;
    // If the limit forbids sending, older links stay valid, and the new one is never handed out.
    const issued = await links.issue(account, user, minutes);
    const { link, secrets } = issued;
    const isWritten = await mail.writeWithin(
      this.limit,
      { account, user },
      template,
      { link, minutes },
      secrets,
    );
    if (isWritten) await links.replaceOlder(account, user, issued);
  }

  private get limit(): MailLimit {
    const since = new Date(this.options.now().getTime() - HOUR_MS);
    return { most: SIGN_IN_LIMITS.resetMailsPerHour, since };
  }

  /** The user's sign-in method; null while the user may not be signed in. */
  private methodOf(account: AccountId, user: UserId): AuthenticationMethod | null {
    const { state } = this.options;
    const facts = state.known.users.get(user);
    const accountFacts = state.known.accounts.get(account);
    if (facts === undefined || accountFacts === undefined) return null;
    return outside(accountFacts, facts, state.moment) === null ? facts.method : null;
  }

  /** Refuses with `reset_link_invalid` unless the link belongs to this user, who may still be signed in. */
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
