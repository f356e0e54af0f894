import {
  accessErrors,
  SIGN_IN_LIMITS,
  type AccountId,
  type CodeChallenge,
  type Principal,
  type UserId,
} from '@cotejo/access-contracts';
import { isAllowedFrom, outside } from '@cotejo/access-domain';
import { httpErrors, Refusal } from '@cotejo/http/contracts';
import type { AccessState } from '../state/access-state.ts';
import type { PeopleVault, SignInCandidate } from '../vault/people-vault.ts';
import type { UserLog } from './append-user-events.ts';
import { AttemptLimiter } from './attempt-limit.ts';
import type { CodeGiven, CodeStep } from './code-step.ts';
import { LOCK_MINUTES, triedName, type NameLock, type TriedName } from './name-lock.ts';
import { passwordMatches } from './password-hash.ts';
import type { OpenedSession, Sessions } from './sessions.ts';

const MINUTE_MS = 60_000;
const perMinute = (failures: number) => ({ failures, windowMs: MINUTE_MS });

/** Where a browser is, and what it says of itself. */
export interface Browser {
  readonly ip: string;
  readonly userAgent: string;
}

export interface SignInRequest extends TriedName, Browser {
  readonly password: string;
}

export interface CodeRequest extends Browser {
  readonly w: string;
  readonly username: string;
  readonly code: string;
}

/** A session, or the code that is asked for first. */
export type SignInStep =
  | { readonly kind: 'session'; readonly session: OpenedSession }
  | { readonly kind: 'code'; readonly challenge: CodeChallenge };

export interface SignInOptions {
  readonly state: AccessState;
  readonly people: PeopleVault;
  readonly sessions: Sessions;
  readonly codes: CodeStep;
  readonly nameLock: NameLock;
  readonly userLog: UserLog;
  readonly now: () => Date;
}

/** Proves who somebody is: password, then a code where one is due. */
export class SignIn {
  private readonly byNameAndAddress: AttemptLimiter;
  private readonly byAddress: AttemptLimiter;
  private readonly nameChecks: AttemptLimiter;
  /** By name: the attempt that is being judged, or the last that waits. */
  private readonly queues = new Map<string, Promise<unknown>>();

  constructor(private readonly options: SignInOptions) {
    const { failuresPerMinute, failuresPerAddressPerMinute, nameChecksPerAddressPerMinute } = SIGN_IN_LIMITS;
    this.byNameAndAddress = new AttemptLimiter(perMinute(failuresPerMinute), options.now);
    this.byAddress = new AttemptLimiter(perMinute(failuresPerAddressPerMinute), options.now);
    // A whole office may stand behind one address, and every sign-in asks once.
    this.nameChecks = new AttemptLimiter(perMinute(nameChecksPerAddressPerMinute), options.now);
  }

  /**
   * Judges a password. Refuses with `invalid_credentials` and `account_locked`, alike for names that exist and
   * names that do not; with `too_many_requests` when one address tries too often; and, only after the right
   * password, with `account_suspended` and `unauthorized_ip`.
   */
  async signIn(request: SignInRequest): Promise<SignInStep> {
    const name = triedName(request);
    return this.attempt(name, request.ip, () => this.judgePassword(name, request));
  }

  /**
   * Judges the code that `signIn` asked for. Refuses with `invalid_otp`, `challenge_expired`, and as `signIn`:
   * wrong codes count like wrong passwords.
   */
  async giveCode(request: CodeRequest): Promise<OpenedSession> {
    const { w, code } = request;
    const { username } = triedName({ username: request.username, pkg: '', account: undefined });
    this.takeFrom(this.byAddress, request.ip);
    const open = await this.options.codes.attempt(w, username);
    this.byAddress.giveBack(request.ip);
    return this.attempt(open.name, request.ip, async () => {
      await this.refuseLocked(open.name);
      if (!(await this.options.codes.isRight(w, open, code))) {
        await this.countFailure(open.name, open);
        throw new Refusal(accessErrors, 'invalid_otp');
      }
      await this.options.codes.finish(w);
      await this.refuseOutside(open, request.ip);
      return this.open(open, open.name, request);
    });
  }

  /** Refuses with `too_many_requests` when one address asks for names, or for mails, too often. */
  countNameCheck(ip: string): void {
    this.takeFrom(this.nameChecks, ip);
  }

  /** Ends a session on every node. */
  async signOut(principal: Principal): Promise<void> {
    const { sessionId: session, userId: user, accountId: account } = principal;
    if (session !== null) await this.options.sessions.end({ account, user }, [session], 'logout');
  }

  /** Lets a person try again at once, whatever failures were counted for their name. */
  async release(account: AccountId, user: UserId): Promise<void> {
    const person = this.options.state.personalData(user);
    const named = this.options.state.account(account)?.name ?? null;
    if (person === null || named === null || person.accountId !== account) return;
    const { username } = person;
    const ways = [undefined, named.name, named.id].map((one) => ({ username, pkg: named.pkg, account: one }));
    await this.options.nameLock.release(ways);
  }

  /** One attempt, counted against address and name, and given back when nobody guessed wrong. */
  private async attempt<T>(name: TriedName, ip: string, judge: () => Promise<T>): Promise<T> {
    const attempt = this.takeAttempt(name, ip);
    try {
      const result = await this.inTurn(name, judge);
      attempt.giveBack();
      return result;
    } catch (error) {
      // Nobody guessed anything while the database was away.
      if (!(error instanceof Refusal)) attempt.giveBack();
      throw error;
    }
  }

  /** One attempt at a name after another: many at once would all be judged before the first failure counts. */
  private async inTurn<T>(name: TriedName, attempt: () => Promise<T>): Promise<T> {
    const key = JSON.stringify(name);
    const before = this.queues.get(key) ?? Promise.resolve();
    const mine = before.then(attempt, attempt);
    this.queues.set(key, mine);
    try {
      return await mine;
    } finally {
      if (this.queues.get(key) === mine) this.queues.delete(key);
    }
  }

  private async judgePassword(name: TriedName, request: SignInRequest): Promise<SignInStep> {
    await this.refuseLocked(name);
    const candidate = await this.options.people.candidate(name.username, name.pkg, name.account);
    const matches = await passwordMatches(candidate?.passwordHash ?? null, request.password);
    await this.options.state.settle();
    if (candidate === null || !matches || !this.mayUsePassword(candidate)) {
      await this.countFailure(name, candidate);
      throw new Refusal(accessErrors, 'invalid_credentials');
    }
    await this.refuseOutside(candidate, request.ip);
    const person: CodeGiven = {
      accountId: candidate.accountId,
      userId: candidate.userId,
      method: 'password',
    };
    const factor = this.options.codes.factorOf(person);
    // The name's failures are forgotten once the code was right too: else each password would buy five more.
    if (factor !== null) {
      return { kind: 'code', challenge: await this.options.codes.begin(person, name, factor) };
    }
    return { kind: 'session', session: await this.open(person, name, request) };
  }

  private async open(person: CodeGiven, name: TriedName, { ip, userAgent }: Browser): Promise<OpenedSession> {
    const { accountId, userId, method } = person;
    const session = await this.options.sessions.open({ accountId, userId, ip, userAgent, method });
    await this.options.nameLock.succeeded(name);
    return session;
  }

  /** People who sign in elsewhere, and who may not be in, are told no more than strangers. */
  private mayUsePassword({ userId, accountId }: SignInCandidate): boolean {
    const { known, moment } = this.options.state;
    const user = known.users.get(userId);
    const account = known.accounts.get(accountId);
    if (user === undefined || account === undefined || user.method !== 'password') return false;
    const why = outside(account, user, moment);
    return why === null || why === 'account_suspended';
  }

  /** Refuses somebody who proved who they are but may not be in: now, or from where they are. */
  async refuseOutside(
    { accountId, userId }: Pick<SignInCandidate, 'accountId' | 'userId'>,
    ip: string,
  ): Promise<void> {
    await this.options.state.settle();
    const { known, moment } = this.options.state;
    const account = known.accounts.get(accountId);
    const user = known.users.get(userId);
    if (account === undefined || user === undefined) throw new Refusal(accessErrors, 'invalid_credentials');
    const why = outside(account, user, moment);
    if (why !== null) {
      throw new Refusal(accessErrors, why === 'account_suspended' ? why : 'invalid_credentials');
    }
    if (!isAllowedFrom(account.addresses, ip)) throw new Refusal(accessErrors, 'unauthorized_ip');
  }

  private async refuseLocked(name: TriedName): Promise<void> {
    if ((await this.options.nameLock.lockedUntil(name, this.options.now())) === null) return;
    throw new Refusal(accessErrors, 'account_locked', { params: { minutes: LOCK_MINUTES } });
  }

  /** Counts alike for everybody; the log is told where there is somebody to tell it of. */
  private async countFailure(
    name: TriedName,
    person: { readonly accountId: AccountId; readonly userId: UserId } | null,
  ): Promise<void> {
    const until = await this.options.nameLock.failed(name, this.options.now());
    if (until === null || person === null || !this.options.userLog.mayWrite('SignInThrottled')) return;
    const { accountId: account, userId: user } = person;
    await this.options.userLog.append({ account, user, actor: 'system:sign-in' }, [
      { type: 'SignInThrottled', data: { user, until: until.toISOString() } },
    ]);
  }

  private takeAttempt(name: TriedName, ip: string): { giveBack(): void } {
    const key = JSON.stringify([ip, name.pkg, name.account ?? null, name.username]);
    this.takeFrom(this.byAddress, ip);
    this.takeFrom(this.byNameAndAddress, key);
    return {
      giveBack: () => {
        this.byAddress.giveBack(ip);
        this.byNameAndAddress.giveBack(key);
      },
    };
  }

  private takeFrom(limiter: AttemptLimiter, key: string): void {
    const retryAfter = limiter.take(key);
    if (retryAfter !== null) throw new Refusal(httpErrors, 'too_many_requests', { details: { retryAfter } });
  }
}
