import { isDeepStrictEqual } from 'node:util';
import { accessErrors, PENDING_REFUSALS, type Principal, type SessionId } from '@cotejo/access-contracts';
import { isAllowedFrom, mayHold, mayHoldInSomeTeam } from '@cotejo/access-domain';
import { httpErrors, Refusal, type AccessPolicy } from '@cotejo/http/contracts';
import type { Authenticator, KnownRequest } from '@cotejo/http/server';
import type { AccessState } from '../state/access-state.ts';
import type { SessionVault } from '../vault/session-vault.ts';
import { isIdle } from './sessions.ts';
import { keyOfToken, sessionOfToken, tokenMatches } from './session-token.ts';

export interface SessionAuthenticatorOptions {
  readonly state: AccessState;
  readonly sessions: SessionVault;
  readonly now: () => Date;
  /** Called for every authenticated request. */
  readonly onSeen?: (principal: Principal, ip?: string) => void;
}

/** A verified token, and when its session was last used, as far as this node knows. */
interface Proven {
  readonly id: SessionId;
  seenAt: Date;
}

/** Authenticates by token: the vault verifies the token, the log decides whether the session is live. */
export class SessionAuthenticator implements Authenticator<Principal> {
  /** By the token's hash, so that further requests of a live session need no database access. */
  private readonly proven = new Map<string, Proven>();
  private readonly keys = new Map<SessionId, string>();

  constructor(private readonly options: SessionAuthenticatorOptions) {
    options.state.onSessionEnded((id) => this.forget(id as SessionId));
  }

  async authenticate(token: string, { ip }: Partial<Pick<KnownRequest, 'ip'>> = {}): Promise<Principal> {
    const proven = this.proven.get(keyOfToken(token)) ?? (await this.prove(token));
    const { id } = proven;
    await this.refuseIdle(proven);
    await this.options.state.demandFresh();
    const principal = this.options.state.principalOfSession(id);
    if (principal === null) throw new Refusal(httpErrors, 'token_expired');
    proven.seenAt = this.options.now();
    this.options.onSeen?.(principal, ip);
    return principal;
  }

  /** During a pause, an answer waits like a request; a read is refused if the user's rights changed meanwhile. */
  confirm(principal: Principal, isRead: boolean): Promise<void> | null {
    return this.options.state.isPaused ? this.confirmOnceHeard(principal, isRead) : null;
  }

  private async confirmOnceHeard(principal: Principal, isRead: boolean): Promise<void> {
    const { state } = this.options;
    await state.demandFresh();
    const now = principal.sessionId === null ? principal : state.principalOfSession(principal.sessionId);
    if (now === null) throw new Refusal(httpErrors, 'token_expired');
    if (isRead && !isDeepStrictEqual(now, principal)) throw new Refusal(httpErrors, 'unavailable');
  }

  /** Whether the user may do this to some object, even if only own ones; the use case checks the specific object. */
  may(principal: Principal, permission: string): boolean {
    return mayHold(principal, permission);
  }

  mayInSomeTeam(principal: Principal, permission: string): boolean {
    return mayHoldInSomeTeam(principal, permission);
  }

  /** Checks the account's allowed addresses for every call, and pending actions for calls without `whilePending`. */
  admit(principal: Principal, policy: AccessPolicy, { ip = '' }: Pick<KnownRequest, 'ip'>): void {
    const account = this.options.state.account(principal.accountId);
    if (!isAllowedFrom(account?.addresses ?? [], ip)) throw new Refusal(accessErrors, 'unauthorized_ip');
    const { pending } = principal;
    if (!pending || policy.kind === 'public' || policy.whilePending === true) return;
    throw new Refusal(accessErrors, PENDING_REFUSALS[pending]);
  }

  /** Ends idle sessions at once, instead of at the next cleanup. Activity on other nodes is recorded in the vault. */
  private async refuseIdle(proven: Proven): Promise<void> {
    const { id } = proven;
    const now = this.options.now();
    if (!isIdle(proven.seenAt, now)) return;
    const stored = await this.options.sessions.find(id);
    if (stored !== null && !isIdle(stored.lastSeenAt, now)) return;
    this.forget(id);
    throw new Refusal(httpErrors, 'token_expired');
  }

  private forget(id: SessionId): void {
    const key = this.keys.get(id);
    if (key !== undefined) this.proven.delete(key);
    this.keys.delete(id);
  }

  private async prove(token: string): Promise<Proven> {
    const id = sessionOfToken(token);
    if (id === null) throw new Refusal(httpErrors, 'token_invalid');
    const stored = await this.options.sessions.find(id);
    if (stored === null || !tokenMatches(token, stored.tokenHash))
      throw new Refusal(httpErrors, 'token_invalid');
    if (stored.expiresAt <= this.options.now()) throw new Refusal(httpErrors, 'token_expired');
    // The session may have just been opened on another node, and its event not have arrived yet.
    if (this.options.state.session(id) === null) await this.options.state.settle();
    if (this.options.state.session(id) === null) throw new Refusal(httpErrors, 'token_invalid');
    const proven = { id, seenAt: stored.lastSeenAt };
    const key = keyOfToken(token);
    this.proven.set(key, proven);
    this.keys.set(id, key);
    return proven;
  }
}
