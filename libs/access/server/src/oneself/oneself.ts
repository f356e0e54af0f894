import {
  accessErrors,
  PREFERENCES_EVENT,
  SIGN_IN_LIMITS,
  TERMS_EVENT,
  type Principal,
  type SessionId,
} from '@cotejo/access-contracts';
import type { Language } from '@cotejo/i18n';
import { httpErrors, Refusal } from '@cotejo/http/contracts';
import type { WriteToPeople } from '../mail-texts/write-to-people.ts';
import { accessMails } from '../mails/access-mails.ts';
import type { SecondFactor, StartedEnrolment } from '../second-factor/second-factor.ts';
import { ON_REQUEST, type UserLog } from '../sign-in/append-user-events.ts';
import { AttemptLimiter } from '../sign-in/attempt-limit.ts';
import type { NewPassword, Passwords } from '../sign-in/passwords.ts';
import type { ResetLinks } from '../sign-in/reset-links.ts';
import type { Sessions } from '../sign-in/sessions.ts';
import type { AccessState } from '../state/access-state.ts';
import type { KeptSession } from '../vault/session-vault.ts';
import type { PeopleVault } from '../vault/people-vault.ts';

const PER_MINUTE = { failures: SIGN_IN_LIMITS.failuresPerMinute, windowMs: 60_000 };
/** Limit for a user's notes and preference changes per minute: far more than legitimate use needs. */
const NOTED = { failures: 60, windowMs: 60_000 };

/** A user's preferences; null = the account's. */
interface Preferences {
  readonly language: Language | null;
  readonly timeZone: string | null;
}
type ChangedPreferences = { readonly [K in keyof Preferences]?: Preferences[K] | undefined };

export interface OneselfOptions {
  readonly state: AccessState;
  readonly people: PeopleVault;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly secondFactor: SecondFactor;
  readonly links: Pick<ResetLinks, 'revoke'>;
  readonly userLog: UserLog;
  readonly mail: WriteToPeople;
  readonly now: () => Date;
}

/** Use cases of users on their own access. */
export class Oneself {
  /** Limits guesses of passwords and codes at an unattended screen. */
  private readonly proofs: AttemptLimiter;
  private readonly noted: AttemptLimiter;

  constructor(private readonly options: OneselfOptions) {
    this.proofs = new AttemptLimiter(PER_MINUTE, options.now);
    this.noted = new AttemptLimiter(NOTED, options.now);
  }

  /** Whether an event was recorded for the user; for terms, in their current version. */
  hasEvent({ userId }: Principal, event: string): boolean {
    const { known, moment } = this.options.state;
    const events = known.users.get(userId)?.events;
    if (events === undefined || !events.has(event)) return false;
    return event !== TERMS_EVENT || events.get(event) === moment.termsVersion;
  }

  /**
   * Records an event once. `read`: version of the terms shown to the user; refuses with `terms_required` when another
   * version is current, and with `too_many_requests`.
   */
  async recordEvent(principal: Principal, event: string, read?: string): Promise<void> {
    const version = event === TERMS_EVENT ? this.options.state.moment.termsVersion : null;
    if (event === TERMS_EVENT && read !== undefined && read !== version) {
      throw new Refusal(accessErrors, 'terms_required');
    }
    if (this.hasEvent(principal, event)) return;
    this.takeNote(principal);
    await this.record(principal, event, version);
  }

  sessions(principal: Principal): Promise<readonly KeptSession[]> {
    return this.options.sessions.of(principal);
  }

  /**
   * Ends one of the user's sessions, or all others; returns the number ended. Sessions of other users are ignored.
   * Refuses with `invalid_credentials`; users of other methods have no password to confirm.
   */
  async endSessions(principal: Principal, which: string, password: string): Promise<number> {
    await this.options.state.settle();
    if (this.options.state.known.users.get(principal.userId)?.method === 'password') {
      await this.provePassword(principal, password);
    }
    const { accountId: account, userId: user } = principal;
    const ids = which === 'others' ? this.options.sessions.othersOf(principal) : [which as SessionId];
    return this.options.sessions.end({ account, user }, ids, 'revoked');
  }

  /**
   * Changes the user's own password and ends their other sessions. Refuses with `password_not_own`,
   * `invalid_credentials` and the faults of the new password.
   */
  async changePassword(principal: Principal, current: string, typed: NewPassword): Promise<void> {
    const { passwords, userLog, sessions, state, mail } = this.options;
    const { accountId: account, userId: user } = principal;
    if (state.known.users.get(user)?.method !== 'password') {
      throw new Refusal(accessErrors, 'password_not_own');
    }
    await this.provePassword(principal, current);
    await passwords.judge(account, user, typed);
    await passwords.put(account, user, typed.password);
    await userLog.append({ account, user }, [
      { type: 'PasswordChanged', data: { user, because: ON_REQUEST, how: 'own' } },
    ]);
    // Pending links and challenges are invalid: they were requested under the old password.
    await this.options.links.revoke(account, user);
    await sessions.end({ account, user }, sessions.othersOf(principal), 'revoked');
    await mail.write({ account, user }, accessMails.password_changed, {});
  }

  /**
   * Starts enrolling an app. Refuses with `invalid_credentials` (users of other methods have no password to confirm),
   * and with `invalid_otp` when the user has an app and `code` is missing or wrong.
   */
  async startOtp(principal: Principal, password: string, code?: string): Promise<StartedEnrolment> {
    if (this.options.state.known.users.get(principal.userId)?.method === 'password') {
      await this.provePassword(principal, password);
    }
    return this.proven(principal, () => this.options.secondFactor.start(principal, code));
  }

  confirmOtp(principal: Principal, code: string): Promise<readonly string[]> {
    return this.options.secondFactor.confirm(principal, code);
  }

  removeOtp(principal: Principal, code: string): Promise<void> {
    return this.proven(principal, () => this.options.secondFactor.remove(principal, code));
  }

  renewCodes(principal: Principal, code: string): Promise<readonly string[]> {
    return this.proven(principal, () => this.options.secondFactor.renewCodes(principal, code));
  }

  /**
   * Absent values are unchanged; returns the stored preferences. Refuses with `invalid_request` for an unknown time
   * zone, and with `too_many_requests`.
   */
  async setPreferences(principal: Principal, said: ChangedPreferences): Promise<Preferences> {
    const before = this.options.state.personalData(principal.userId);
    const { language = before?.language ?? null, timeZone = before?.timeZone ?? null } = said;
    if (timeZone !== null && !isTimeZone(timeZone)) throw new Refusal(httpErrors, 'invalid_request');
    const kept = { language, timeZone };
    if (before?.language === language && before.timeZone === timeZone) return kept;
    this.takeNote(principal);
    await this.options.people.setPreferences(principal.accountId, principal.userId, kept);
    await this.record(principal, PREFERENCES_EVENT, null);
    return kept;
  }

  /** Rate-limited like all proofs of identity. Refuses with `invalid_credentials` and `too_many_requests`. */
  async provePassword(principal: Principal, password: string): Promise<void> {
    const { accountId, userId } = principal;
    await this.proven(principal, async () => {
      if (!(await this.options.passwords.isPresent(accountId, userId, password))) {
        throw new Refusal(accessErrors, 'invalid_credentials');
      }
    });
  }

  private async record(
    { accountId: account, userId: user }: Principal,
    event: string,
    version: string | null,
  ): Promise<void> {
    await this.options.userLog.append({ account, user }, [
      { type: 'PersonalEventRecorded', data: { user, event, version } },
    ]);
  }

  private takeNote({ userId }: Principal): void {
    const retryAfter = this.noted.take(userId);
    if (retryAfter !== null) throw new Refusal(httpErrors, 'too_many_requests', { details: { retryAfter } });
  }

  /** Counts an attempt to prove one's identity; not counted if it succeeds or fails for technical reasons. */
  private async proven<T>({ userId }: Principal, prove: () => Promise<T>): Promise<T> {
    const retryAfter = this.proofs.take(userId);
    if (retryAfter !== null) throw new Refusal(httpErrors, 'too_many_requests', { details: { retryAfter } });
    try {
      const result = await prove();
      this.proofs.giveBack(userId);
      return result;
    } catch (error) {
      if (!(error instanceof Refusal)) this.proofs.giveBack(userId);
      throw error;
    }
  }
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
