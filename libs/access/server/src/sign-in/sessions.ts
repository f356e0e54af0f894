import { randomUUID } from 'node:crypto';
import {
  accessErrors,
  sessionId,
  SIGN_IN_LIMITS,
  type AccountId,
  type AuthenticationMethod,
  type Because,
  type Principal,
  type SessionId,
  type UserId,
} from '@cotejo/access-contracts';
import { outside } from '@cotejo/access-domain';
import { httpErrors, Refusal } from '@cotejo/http/contracts';
import type { AccessLog, AccessState } from '../state/access-state.ts';
import {
  IDLE_AT_ONCE,
  type IdleSession,
  type KeptSession,
  type SessionVault,
} from '../vault/session-vault.ts';
import type { UserLog } from './append-user-events.ts';
import { AttemptLimiter } from './attempt-limit.ts';
import { newToken } from './session-token.ts';

const HOUR_MS = 3_600_000;
const IDLE_MS = SIGN_IN_LIMITS.idleHours * HOUR_MS;
/** Sessions per user: far more than needed, but too few to fill log and memory. */
export const SESSIONS_AT_MOST = 50;
const OPENED = { failures: 60, windowMs: 60_000 };
/** Batches of idle sessions per run; the rest is ended in the next run. */
const IDLE_ROUNDS = 50;
export const SESSION_SECONDS = SIGN_IN_LIMITS.sessionHours * 3600;

export interface OpenedSession {
  readonly id: SessionId;
  readonly token: string;
  readonly signedInAt: Date;
  readonly accountId: AccountId;
  readonly userId: UserId;
}

/** Owner of a new session, and data about its client. */
export interface OpenSession {
  readonly accountId: AccountId;
  readonly userId: UserId;
  readonly ip: string;
  readonly userAgent: string;
  readonly method: AuthenticationMethod;
  /** A mailed code was verified too; it is recorded only here. */
  readonly byMail?: boolean;
}

export interface SessionsOptions {
  readonly state: AccessState;
  readonly sessions: SessionVault;
  readonly userLog: UserLog;
  readonly log: AccessLog;
  readonly now: () => Date;
}

/** Whether a session has been unused for too long. */
export const isIdle = (seenAt: Date, now: Date): boolean => now.getTime() - seenAt.getTime() > IDLE_MS;

type EndReason = 'logout' | 'expired' | 'revoked';

/** Opens and ends sessions: sockets and rooms of an ended one close on every node as soon as it receives the event. */
export class Sessions {
  private readonly opened: AttemptLimiter;

  constructor(private readonly options: SessionsOptions) {
    this.opened = new AttemptLimiter(OPENED, options.now);
  }

  /**
   * Opens a session for an authenticated user who may be signed in. Refuses with `too_many_requests`, and with
   * `invalid_credentials` when the user was locked out meanwhile.
   */
  async open({
    accountId,
    userId,
    ip,
    userAgent,
    method,
    byMail = false,
  }: OpenSession): Promise<OpenedSession> {
    const retryAfter = this.opened.take(userId);
    if (retryAfter !== null) throw new Refusal(httpErrors, 'too_many_requests', { details: { retryAfter } });
    const id = sessionId.parse(randomUUID());
    const { token, hash } = newToken(id);
    const signedInAt = this.options.now();
    const expiresAt = new Date(signedInAt.getTime() + SESSION_SECONDS * 1000);
    await this.options.sessions.add({
      id,
      accountId,
      userId,
      tokenHash: hash,
      createdAt: signedInAt,
      expiresAt,
      ip,
      userAgent,
      method,
    });
    // While an older node is live, the mailed code is not recorded: the user can sign in, but the second factor counts
    // as missing.
    const isTold = byMail && this.options.userLog.mayWrite('SecondFactorProved');
    await this.options.userLog.append({ account: accountId, user: userId }, [
      { type: 'SignedIn', data: { user: userId, session: id, expiresAt: expiresAt.toISOString() } },
      ...(isTold
        ? [
            {
              type: 'SecondFactorProved' as const,
              data: { user: userId, session: id, factor: 'mail' as const },
            },
          ]
        : []),
    ]);
    const person = { account: accountId, user: userId };
    if (!this.isStillIn(accountId, userId, method)) {
      await this.end(person, [id], 'revoked');
      throw new Refusal(accessErrors, 'invalid_credentials');
    }
    const living = [...(this.options.state.known.sessionsOf.get(userId) ?? [])];
    const surplus = living.slice(0, Math.max(0, living.length - SESSIONS_AT_MOST));
    if (surplus.length > 0) await this.end({ ...person, actor: 'system:sessions' }, surplus, 'revoked');
    return { id, token, signedInAt, accountId, userId };
  }

  /** The user's live sessions, most recently used first. */
  async of({ accountId, userId }: Pick<Principal, 'accountId' | 'userId'>): Promise<readonly KeptSession[]> {
    const kept = await this.options.sessions.of(accountId, userId, this.options.now());
    return kept.filter(({ id }) => this.isAlive(userId, id));
  }

  /**
   * Ends sessions of one user; returns how many were live. Sessions of other users are ignored. `because`: reason, when
   * ended by another user.
   */
  async end(
    person: { readonly account: AccountId; readonly user: UserId; readonly actor?: string },
    ids: readonly SessionId[],
    reason: EndReason,
    because: Because | null = null,
  ): Promise<number> {
    const { user } = person;
    const living = ids.filter((id) => this.isAlive(user, id));
    await this.options.userLog.append(
      person,
      living.map((session) => ({ type: 'SignedOut', data: { user, session, reason, because } })),
    );
    await this.options.sessions.remove(living);
    return living.length;
  }

  /** All sessions of the user but this one. */
  othersOf({ userId, sessionId: own }: Principal): readonly SessionId[] {
    return [...(this.options.state.known.sessionsOf.get(userId) ?? [])].filter((id) => id !== own);
  }

  /** Ends sessions unused for hours. Several nodes may find the same one: a second event has no effect. */
  async endIdle(): Promise<void> {
    const now = this.options.now();
    const since = new Date(now.getTime() - IDLE_MS);
    for (let round = 0; round < IDLE_ROUNDS; round++) {
      const idle = await this.options.sessions.idleSince(since, now);
      for (const session of idle) await this.expire(session, now);
      if (idle.length < IDLE_AT_ONCE) return;
    }
  }

  private async expire({ id, accountId: account, userId: user }: IdleSession, now: Date): Promise<void> {
    // The vault first: a session whose event can't be appended must not block the others.
    await this.options.sessions.expire(id, now);
    if (!this.isAlive(user, id)) return;
    try {
      await this.options.userLog.append({ account, user, actor: 'system:idle' }, [
        { type: 'SignedOut', data: { user, session: id, reason: 'expired', because: null } },
      ]);
    } catch (err) {
      this.options.log.warn({ err, session: id }, 'access: an idle session was not ended');
    }
  }

  private isStillIn(account: AccountId, user: UserId, method: AuthenticationMethod): boolean {
    const { known, moment } = this.options.state;
    const facts = known.users.get(user);
    const accountFacts = known.accounts.get(account);
    if (facts === undefined || accountFacts === undefined || facts.method !== method) return false;
    return outside(accountFacts, facts, moment) === null;
  }

  private isAlive(user: UserId, id: SessionId): boolean {
    return this.options.state.session(id)?.userId === user;
  }
}
