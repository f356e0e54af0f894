import { randomUUID } from 'node:crypto';
import {
  accessErrors,
  sessionId,
  userStream,
  type AccountId,
  type Principal,
  type SessionId,
  type UserId,
} from '@cotejo/access-contracts';
import { normalizedUsername } from '@cotejo/access-domain';
import type { EventStore } from '@cotejo/event-store';
import { httpErrors, Refusal } from '@cotejo/http/contracts';
import { accessEventToAppend } from '../people/access-event-to-append.ts';
import type { AccessState } from '../state/access-state.ts';
import type { PeopleVault } from '../vault/people-vault.ts';
import type { SessionVault } from '../vault/session-vault.ts';
import { AttemptLimiter } from './attempt-limit.ts';
import { LOCK_MINUTES, NameLock, type TriedName } from './name-lock.ts';
import { passwordMatches } from './password-hash.ts';
import { newToken } from './session-token.ts';

export const SESSION_SECONDS = 12 * 60 * 60;

const MINUTE_MS = 60_000;
const PER_NAME_AND_ADDRESS = { failures: 5, windowMs: MINUTE_MS };
const PER_ADDRESS = { failures: 60, windowMs: MINUTE_MS };
/** A whole office may stand behind one address, and every sign-in asks once. */
const NAME_CHECKS = { failures: 300, windowMs: MINUTE_MS };

export interface SignInRequest {
  readonly username: string;
  readonly password: string;
  readonly pkg: string;
  readonly account: string | undefined;
  readonly ip: string;
  readonly userAgent: string;
}

export interface OpenedSession {
  readonly id: SessionId;
  readonly token: string;
  readonly signedInAt: Date;
  readonly accountId: AccountId;
  readonly userId: UserId;
}

export interface SignInOptions {
  readonly store: EventStore;
  readonly state: AccessState;
  readonly people: PeopleVault;
  readonly sessions: SessionVault;
  readonly nameLock: NameLock;
  readonly now: () => Date;
}

/** Opens and ends sessions. */
export class SignIn {
  private readonly byNameAndAddress: AttemptLimiter;
  private readonly byAddress: AttemptLimiter;
  private readonly nameChecks: AttemptLimiter;
  /** By name: the attempt that is being judged, or the last that waits. */
  private readonly queues = new Map<string, Promise<unknown>>();

  constructor(private readonly options: SignInOptions) {
    this.byNameAndAddress = new AttemptLimiter(PER_NAME_AND_ADDRESS, options.now);
    this.byAddress = new AttemptLimiter(PER_ADDRESS, options.now);
    this.nameChecks = new AttemptLimiter(NAME_CHECKS, options.now);
  }

  /**
   * Opens a session. Refuses with `invalid_credentials` and `account_locked`, alike for names that exist and
   * names that do not, and with `too_many_requests` when one address tries too often.
   */
  async signIn(request: SignInRequest): Promise<OpenedSession> {
    const name: TriedName = {
      username: normalizedUsername(request.username),
      pkg: request.pkg,
      account: request.account,
    };
    const attempt = this.takeAttempt(name, request.ip);
    try {
      const session = await this.inTurn(name, () => this.proveAndOpen(name, request));
      attempt.giveBack();
      return session;
    } catch (error) {
      // Nobody guessed anything while the database was away.
      if (!(error instanceof Refusal)) attempt.giveBack();
      throw error;
    }
  }

  /** Refuses with `too_many_requests` when one address asks for names too often. */
  countNameCheck(ip: string): void {
    this.takeFrom(this.nameChecks, ip);
  }

  /** Ends a session on every node: sockets and rooms of it close as soon as the event arrives there. */
  async signOut(principal: Principal): Promise<void> {
    const { sessionId: session, userId: user, accountId } = principal;
    if (session === null) return;
    await this.options.store.append({
      stream: userStream(user),
      expected: 'exists',
      events: [
        accessEventToAppend(
          { type: 'SignedOut', data: { user, session, reason: 'logout' } },
          { actor: user, account: accountId, now: this.options.now() },
        ),
      ],
    });
    await this.options.sessions.remove(session);
    await this.options.state.settle();
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

  private async proveAndOpen(name: TriedName, request: SignInRequest): Promise<OpenedSession> {
    const { nameLock, people, now } = this.options;
    const lockedUntil = await nameLock.lockedUntil(name, now());
    if (lockedUntil !== null)
      throw new Refusal(accessErrors, 'account_locked', { params: { minutes: LOCK_MINUTES } });
    const candidate = await people.candidate(name.username, name.pkg, name.account);
    if (!(await passwordMatches(candidate?.passwordHash ?? null, request.password)) || candidate === null) {
      await nameLock.failed(name, now());
      throw new Refusal(accessErrors, 'invalid_credentials');
    }
    const session = await this.open(candidate, request);
    await nameLock.succeeded(name);
    return session;
  }

  private async open(
    person: { readonly accountId: AccountId; readonly userId: UserId },
    request: SignInRequest,
  ): Promise<OpenedSession> {
    const id = sessionId.parse(randomUUID());
    const { token, hash } = newToken(id);
    const signedInAt = this.options.now();
    const expiresAt = new Date(signedInAt.getTime() + SESSION_SECONDS * 1000);
    const { accountId, userId } = person;
    const { ip, userAgent } = request;
    await this.options.sessions.add({
      id,
      accountId,
      userId,
      tokenHash: hash,
      createdAt: signedInAt,
      expiresAt,
      ip,
      userAgent,
    });
    await this.options.store.append({
      stream: userStream(userId),
      expected: 'exists',
      events: [
        accessEventToAppend(
          { type: 'SignedIn', data: { user: userId, session: id, expiresAt: expiresAt.toISOString() } },
          { actor: userId, account: accountId, now: signedInAt },
        ),
      ],
    });
    await this.options.state.settle();
    return { id, token, signedInAt, accountId, userId };
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
