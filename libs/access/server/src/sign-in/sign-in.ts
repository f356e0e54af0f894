import {
  accessErrors,
  SIGN_IN_LIMITS,
  type AccountId,
  type CodeChallenge,
  type Principal,
  type UserId,
} from '@cotejo/access-contracts';
import { addressKey, isAllowedFrom, outside } from '@cotejo/access-domain';
import { httpErrors, Refusal } from '@cotejo/http/contracts';
import type { AccessLog, AccessState } from '../state/access-state.ts';
import type { PeopleVault, SignInCandidate } from '../vault/people-vault.ts';
import type { UserLog } from './append-user-events.ts';
import { AttemptLimiter } from './attempt-limit.ts';
import type { CodeGiven, CodeStep } from './code-step.ts';
import {
  judgedFor,
  LOCK_MINUTES,
  triedName,
  type Meant,
  type NameLock,
  type TriedName,
} from './name-lock.ts';
import { passwordMatches, proofOf } from './password-hash.ts';
import type { Passwords } from './passwords.ts';
import type { OpenedSession, Sessions } from './sessions.ts';

const MINUTE_MS = 60_000;
const perMinute = (failures: number) => ({ failures, windowMs: MINUTE_MS });

/** Address and user agent of the client. */
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

/** A session, or a challenge for a code. */
export type SignInStep =
  | { readonly kind: 'session'; readonly session: OpenedSession }
  | { readonly kind: 'code'; readonly challenge: CodeChallenge };

export interface SignInOptions {
  readonly state: AccessState;
  readonly people: PeopleVault;
  readonly passwords: Pick<Passwords, 'proof'>;
  readonly sessions: Sessions;
  readonly codes: CodeStep;
  readonly nameLock: NameLock;
  readonly userLog: UserLog;
  readonly log: AccessLog;
  readonly now: () => Date;
}

/** Sign-in: password, then a code where required. */
export class SignIn {
  private readonly byNameAndAddress: AttemptLimiter;
  private readonly byAddress: AttemptLimiter;
  private readonly nameChecks: AttemptLimiter;
  /** By name: the running attempt, or the last one in the queue. */
  private readonly queues = new Map<string, Promise<unknown>>();
  /** Events being appended in the background. */
  private readonly running = new Set<Promise<void>>();

  constructor(private readonly options: SignInOptions) {
    const { failuresPerMinute, failuresPerAddressPerMinute, nameChecksPerAddressPerMinute } = SIGN_IN_LIMITS;
    this.byNameAndAddress = new AttemptLimiter(perMinute(failuresPerMinute), options.now);
    this.byAddress = new AttemptLimiter(perMinute(failuresPerAddressPerMinute), options.now);
    // A whole office may share one address, and every sign-in checks once.
    this.nameChecks = new AttemptLimiter(perMinute(nameChecksPerAddressPerMinute), options.now);
  }

  /**
   * Verifies a password. Refuses with `invalid_credentials` and `account_locked`, equally for existing and unknown
   * names; with `too_many_requests` when one address tries too often; and, only after the correct password, with
   * `account_required`, `account_suspended` and `unauthorized_ip`.
   */
  async signIn(request: SignInRequest): Promise<SignInStep> {
    const name = this.nameOf(request);
    return this.attempt(name, request.ip, () => this.judgePassword(name, request));
  }

  /**
   * Verifies the code requested by `signIn`. Refuses with `invalid_otp`, `challenge_expired`, and as `signIn`: wrong
   * codes count like wrong passwords.
   */
  async giveCode(request: CodeRequest): Promise<OpenedSession> {
    const { w, code } = request;
    const { username } = triedName({ username: request.username, pkg: '', account: undefined });
    this.takeFrom(this.byAddress, addressKey(request.ip));
    const open = await this.options.codes.attempt(w, username);
    this.byAddress.giveBack(addressKey(request.ip));
    return this.attempt(open.name, request.ip, async () => {
      await this.refuseLocked(open.name);
      const { nameLock, now } = this.options;
      // Reports the lock even if the user was locked under another name, because the password was correct.
      if ((await nameLock.open([open], now())).length === 0) throw locked();
      if (!(await this.options.codes.isRight(w, open, code))) {
        await this.countFailure(open.name, [open]);
        throw new Refusal(accessErrors, 'invalid_otp');
      }
      await this.options.codes.finish(w);
      await this.refuseOutside(open, request.ip);
      return this.open(open, open.name, request, open.factor === 'mail');
    });
  }

  /** Refuses with `too_many_requests` when one address checks names, or requests mails, too often. */
  countNameCheck(ip: string): void {
    this.takeFrom(this.nameChecks, addressKey(ip));
  }

  /** Ends a session on every node. */
  async signOut(principal: Principal): Promise<void> {
    const { sessionId: session, userId: user, accountId: account } = principal;
    if (session !== null) await this.options.sessions.end({ account, user }, [session], 'logout');
  }

  /** Resets the failures counted for a user's names. */
  async release(account: AccountId, user: UserId): Promise<void> {
    const person = this.options.state.personalData(user);
    const named = this.options.state.account(account)?.name ?? null;
    if (person === null || named === null || person.accountId !== account) return;
    const { username } = person;
    const ways = [undefined, named.id].map((one) => ({ username, pkg: named.pkg, account: one }));
    await this.options.nameLock.release(ways, { accountId: account, userId: user });
  }

  /** Resolves once all background events have been appended. */
  async settle(): Promise<void> {
    await Promise.all(this.running);
  }

  /** Replaces the account's name by its id, so that all spellings count as one name. */
  private nameOf(request: SignInRequest): TriedName {
    const name = triedName(request);
    if (name.account === undefined) return name;
    return { ...name, account: this.options.state.accountNamed(name.account, name.pkg) ?? name.account };
  }

  /** Counts an attempt against address and name; not counted if it succeeds or fails for technical reasons. */
  private async attempt<T>(name: TriedName, ip: string, judge: () => Promise<T>): Promise<T> {
    const attempt = this.takeAttempt(name, ip);
    try {
      const result = await this.inTurn(name, judge);
      attempt.giveBack();
      return result;
    } catch (error) {
      // Technical failures, such as an unreachable database, are not guesses.
      if (!(error instanceof Refusal)) attempt.giveBack();
      throw error;
    }
  }

  /** Serializes attempts at one name: concurrent ones would all be judged before the first failure counts. */
  private async inTurn<T>(name: TriedName, attempt: () => Promise<T>): Promise<T> {
    // Independent of the account given, because it may be the same user.
    const key = JSON.stringify([name.pkg, name.username]);
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
    const { nameLock, codes, state, now } = this.options;
    await this.refuseLocked(name);
    await state.settle();
    const found = await this.options.people.candidates(name.username, name.pkg, name.account);
    const able = found.filter((one) => this.mayUsePassword(one));
    // With more matches than are judged, none is: success must not depend on which ones are chosen.
    const meant = able.length > judgedFor(name) ? [] : able;
    const judged = await nameLock.open(meant, now());
    // In a package without duplicate names, one hash suffices for every name.
    const isShared = name.account === undefined && state.hasNamesakes(name.pkg);
    const hashes = Math.max(isShared ? judgedFor(name) : 1, judged.length);
    const right = await matching(judged, request.password, hashes);
    const [candidate, other] = right;
    if (candidate === undefined) {
      await this.countFailure(name, judged);
      throw new Refusal(accessErrors, 'invalid_credentials');
    }
    if (other !== undefined) throw new Refusal(accessErrors, 'account_required');
    await this.refuseOutside(candidate, request.ip);
    const { accountId, userId, passwordHash } = candidate;
    const person: CodeGiven = { accountId, userId, method: 'password', proof: proofOf(passwordHash) };
    const factor = codes.factorOf(person);
    // Failures are reset only after the code was correct: otherwise each password would allow five more guesses.
    if (factor !== null) {
      return { kind: 'code', challenge: await codes.begin(person, name, factor) };
    }
    return { kind: 'session', session: await this.open(person, name, request) };
  }

  /**
   * Opens the session, unless the password was changed while it was verified: that change ended the existing sessions,
   * so this one must end too. The vault changes before the log, so that one of the two is noticed.
   */
  private async open(
    person: CodeGiven,
    name: TriedName,
    { ip, userAgent }: Browser,
    byMail = false,
  ): Promise<OpenedSession> {
    const { accountId, userId, method, proof } = person;
    const session = await this.options.sessions.open({ accountId, userId, ip, userAgent, method, byMail });
    if (proof !== (await this.options.passwords.proof(accountId, userId))) {
      await this.options.sessions.end({ account: accountId, user: userId }, [session.id], 'revoked');
      throw new Refusal(accessErrors, 'invalid_credentials');
    }
    await this.options.nameLock.succeeded(name, person);
    return session;
  }

  /** Users with another method, and users who may not be signed in, get the same answer as unknown ones. */
  private mayUsePassword({ userId, accountId }: SignInCandidate): boolean {
    const { known, moment } = this.options.state;
    const user = known.users.get(userId);
    const account = known.accounts.get(accountId);
    if (user === undefined || account === undefined || user.method !== 'password') return false;
    const why = outside(account, user, moment);
    return why === null || why === 'account_suspended';
  }

  /** Refuses an authenticated user who may not be signed in, at all or from this address. */
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
    if ((await this.options.nameLock.lockedUntil(name, this.options.now())) !== null) throw locked();
  }

  /** Counts equally for existing and unknown names; locks of users are recorded in the log after the answer. */
  private async countFailure(name: TriedName, judged: readonly Meant[]): Promise<void> {
    const barred = await this.options.nameLock.failed(name, judged, this.options.now());
    for (const { person, until } of barred) this.note(person, until);
  }

  private note({ accountId: account, userId: user }: Meant, until: Date): void {
    const { userLog, log } = this.options;
    if (!userLog.mayWrite('SignInThrottled')) return;
    const running = userLog
      .append({ account, user, actor: 'system:sign-in' }, [
        { type: 'SignInThrottled', data: { user, until: until.toISOString() } },
      ])
      .catch((err: unknown) => log.warn({ err }, 'access: a locked name was not noted'))
      .finally(() => void this.running.delete(running));
    this.running.add(running);
  }

  private takeAttempt(name: TriedName, ip: string): { giveBack(): void } {
    const address = addressKey(ip);
    const key = JSON.stringify([address, name.pkg, name.username]);
    this.takeFrom(this.byAddress, address);
    this.takeFrom(this.byNameAndAddress, key);
    return {
      giveBack: () => {
        this.byAddress.giveBack(address);
        this.byNameAndAddress.giveBack(key);
      },
    };
  }

  private takeFrom(limiter: AttemptLimiter, key: string): void {
    const retryAfter = limiter.take(key);
    if (retryAfter !== null) throw new Refusal(httpErrors, 'too_many_requests', { details: { retryAfter } });
  }
}

const locked = (): Refusal =>
  new Refusal(accessErrors, 'account_locked', { params: { minutes: LOCK_MINUTES } });

/**
 * The candidates whose password matches. Always computes as many hashes as any name of the package could need,
 * sequentially: timing reveals nothing about the number of matches, and an attempt never needs the memory of more than
 * one hash.
 */
async function matching(
  people: readonly SignInCandidate[],
  password: string,
  most: number,
): Promise<readonly SignInCandidate[]> {
  const right: SignInCandidate[] = [];
  for (let index = 0; index < most; index++) {
    const candidate = people[index];
    const matches = await passwordMatches(candidate?.passwordHash ?? null, password);
    if (candidate !== undefined && matches) right.push(candidate);
  }
  return right;
}
