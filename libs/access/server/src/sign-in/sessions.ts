import { randomUUID } from 'node:crypto';
import {
  sessionId,
  SIGN_IN_LIMITS,
  type AccountId,
  type AuthenticationMethod,
  type Principal,
  type SessionId,
  type UserId,
} from '@cotejo/access-contracts';
import type { AccessState } from '../state/access-state.ts';
import type { KeptSession, SessionVault } from '../vault/session-vault.ts';
import type { UserLog } from './append-user-events.ts';
import { newToken } from './session-token.ts';

const HOUR_MS = 3_600_000;
export const SESSION_SECONDS = SIGN_IN_LIMITS.sessionHours * 3600;

export interface OpenedSession {
  readonly id: SessionId;
  readonly token: string;
  readonly signedInAt: Date;
  readonly accountId: AccountId;
  readonly userId: UserId;
}

/** Whose session it is to be, and what is told of where it is. */
export interface OpenSession {
  readonly accountId: AccountId;
  readonly userId: UserId;
  readonly ip: string;
  readonly userAgent: string;
  readonly method: AuthenticationMethod;
}

export interface SessionsOptions {
  readonly state: AccessState;
  readonly sessions: SessionVault;
  readonly userLog: UserLog;
  readonly now: () => Date;
}

type EndReason = 'logout' | 'expired' | 'revoked';

/** Opens and ends sessions: sockets and rooms of an ended one close on every node as soon as it hears of it. */
export class Sessions {
  constructor(private readonly options: SessionsOptions) {}

  /** For somebody who has proved who they are, and may be in. */
  async open({ accountId, userId, ip, userAgent, method }: OpenSession): Promise<OpenedSession> {
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
    await this.options.userLog.append({ account: accountId, user: userId }, [
      { type: 'SignedIn', data: { user: userId, session: id, expiresAt: expiresAt.toISOString() } },
    ]);
    return { id, token, signedInAt, accountId, userId };
  }

  /** The person's living sessions, the one seen last first. */
  async of({ accountId, userId }: Pick<Principal, 'accountId' | 'userId'>): Promise<readonly KeptSession[]> {
    const kept = await this.options.sessions.of(accountId, userId, this.options.now());
    return kept.filter(({ id }) => this.isAlive(userId, id));
  }

  /** Ends sessions of one person; answers how many of them lived. Another person's are passed over. */
  async end(
    person: { readonly account: AccountId; readonly user: UserId; readonly actor?: string },
    ids: readonly SessionId[],
    reason: EndReason,
  ): Promise<number> {
    const { user } = person;
    const living = ids.filter((id) => this.isAlive(user, id));
    await this.options.userLog.append(
      person,
      living.map((session) => ({ type: 'SignedOut', data: { user, session, reason } })),
    );
    await this.options.sessions.remove(living);
    return living.length;
  }

  /** All of the person's sessions but this one. */
  othersOf({ userId, sessionId: own }: Principal): readonly SessionId[] {
    return [...(this.options.state.known.sessionsOf.get(userId) ?? [])].filter((id) => id !== own);
  }

  /** Ends what nobody has used for hours. Several nodes may find the same: the log takes the second as nothing. */
  async endIdle(): Promise<void> {
    const now = this.options.now();
    const since = new Date(now.getTime() - SIGN_IN_LIMITS.idleHours * HOUR_MS);
    for (const { id, accountId: account, userId: user } of await this.options.sessions.idleSince(
      since,
      now,
    )) {
      if (this.isAlive(user, id)) {
        await this.options.userLog.append({ account, user, actor: 'system:idle' }, [
          { type: 'SignedOut', data: { user, session: id, reason: 'expired' } },
        ]);
      }
      await this.options.sessions.expire(id, now);
    }
  }

  private isAlive(user: UserId, id: SessionId): boolean {
    return this.options.state.session(id)?.userId === user;
  }
}
