import {
  accessErrors,
  SIGN_IN_LIMITS,
  type AccountId,
  type PasswordRules,
  type UserId,
} from '@cotejo/access-contracts';
import { normalizedEmail, outside } from '@cotejo/access-domain';
import { httpErrors, Refusal } from '@cotejo/http/contracts';
import type { WriteToPeople } from '../mail-texts/write-to-people.ts';
import type { ServerText } from '../mail-texts/server-texts.ts';
import type { AccessLog, AccessState } from '../state/access-state.ts';
import { newSecret, type ChallengeVault } from '../vault/challenge-vault.ts';
import type { PeopleVault } from '../vault/people-vault.ts';
import { ON_REQUEST, type UserLog } from './append-user-events.ts';
import { AttemptLimiter } from './attempt-limit.ts';
import type { NewPassword, Passwords } from './passwords.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const ASKED_PER_ADDRESS = { failures: 20, windowMs: 10 * MINUTE_MS };
const PAGE = '/profile/ResetPassword/';

/** What a reset link carries. */
export interface ResetLink {
  readonly uid: string;
  readonly token: string;
}

export interface PasswordResetsOptions {
  readonly state: AccessState;
  readonly people: PeopleVault;
  readonly passwords: Passwords;
  readonly challenges: ChallengeVault;
  readonly userLog: UserLog;
  readonly mail: WriteToPeople;
  readonly texts: ServerText;
  /** Where people open the product. Never taken from a request: whoever sends one could choose the link. */
  readonly publicUrl: string;
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
    const retryAfter = this.byAddress.take(ip);
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
    await challenges.removeAll('reset', account, user);
    await challenges.removeAll('code', account, user);
    await mail.write({ account, user }, 'password_changed');
  }

  private async mailAll(email: string, pkg: string): Promise<void> {
    const people = await this.options.people.withEmail(email, pkg);
    await this.options.state.settle();
    for (const { accountId, userId } of people) await this.mailTo(accountId, userId);
  }

  private async mailTo(account: AccountId, user: UserId): Promise<void> {
    const { state, mail, challenges, publicUrl, texts } = this.options;
    const now = this.options.now();
    const facts = state.known.users.get(user);
    const accountFacts = state.known.accounts.get(account);
    if (facts === undefined || accountFacts === undefined) return;
    if (outside(accountFacts, facts, state.moment) !== null) return;
    const kind = facts.method === 'password' ? 'password_reset' : 'reset_elsewhere';
    const sent = await mail.writtenSince({ account, user }, kind, new Date(now.getTime() - HOUR_MS));
    if (sent >= SIGN_IN_LIMITS.resetMailsPerHour) return;
    if (facts.method !== 'password') {
      const language = state.personalData(user)?.language ?? null;
      const method = texts(`methods.${facts.method}`, language);
      return mail.write({ account, user }, kind, { method });
    }
    const token = newSecret();
    const { resetLinkMinutes: minutes } = SIGN_IN_LIMITS;
    const expiresAt = new Date(now.getTime() + minutes * MINUTE_MS);
    await challenges.add(token, { kind: 'reset', account, user, data: {}, now, expiresAt });
    // In the fragment: no server and no proxy writes it into its log.
    const link = `${publicUrl}${PAGE}#uid=${user}&token=${token}`;
    await mail.write({ account, user }, kind, { link, minutes }, [link, token]);
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
