import { accessErrors, type Pending, type Principal, type SessionId } from '@cotejo/access-contracts';
import { isAllowedFrom, mayHold } from '@cotejo/access-domain';
import { httpErrors, Refusal, type DoorPolicy } from '@cotejo/http/contracts';
import type { Authenticator, KnownRequest } from '@cotejo/http/server';
import type { AccessState } from '../state/access-state.ts';
import type { SessionVault } from '../vault/session-vault.ts';
import { sessionOfToken, tokenMatches } from './session-token.ts';

export interface SessionAuthenticatorOptions {
  readonly state: AccessState;
  readonly sessions: SessionVault;
  readonly now: () => Date;
  /** Told of everybody who asks for something. */
  readonly onSeen?: (principal: Principal, ip: string) => void;
}

const PENDING_CODES: Readonly<Record<Pending, string>> = {
  password_reset: 'password_reset_required',
  second_factor: 'second_factor_required',
  terms: 'terms_required',
};

/** The person behind a token: the vault proves the token, the log says whether its session lives. */
export class SessionAuthenticator implements Authenticator<Principal> {
  /** Token hashes of living sessions; they never change. */
  private readonly hashes = new Map<SessionId, Buffer>();

  constructor(private readonly options: SessionAuthenticatorOptions) {
    options.state.onSessionEnded((id) => void this.hashes.delete(id as SessionId));
  }

  async authenticate(token: string, { ip = '' }: Partial<Pick<KnownRequest, 'ip'>> = {}): Promise<Principal> {
    const id = sessionOfToken(token);
    if (id === null) throw new Refusal(httpErrors, 'token_invalid');
    const hash = this.hashes.get(id) ?? (await this.provenHash(id, token));
    if (!tokenMatches(token, hash)) throw new Refusal(httpErrors, 'token_invalid');
    const principal = this.options.state.principalOfSession(id);
    if (principal === null) throw new Refusal(httpErrors, 'token_expired');
    this.options.onSeen?.(principal, ip);
    return principal;
  }

  /** A door opens to whoever may do this to something of their own; the use case judges the very thing. */
  may(principal: Principal, permission: string): boolean {
    return mayHold(principal, permission);
  }

  /** The account's addresses hold at every door; what must be done first, at those that don't say otherwise. */
  admit(principal: Principal, policy: DoorPolicy, { ip = '' }: Pick<KnownRequest, 'ip'>): void {
    const account = this.options.state.account(principal.accountId);
    if (!isAllowedFrom(account?.addresses ?? [], ip)) throw new Refusal(accessErrors, 'unauthorized_ip');
    const { pending } = principal;
    if (!pending || policy.kind === 'public' || policy.whilePending === true) return;
    throw new Refusal(accessErrors, PENDING_CODES[pending]);
  }

  private async provenHash(id: SessionId, token: string): Promise<Buffer> {
    const stored = await this.options.sessions.find(id);
    if (stored === null || !tokenMatches(token, stored.tokenHash))
      throw new Refusal(httpErrors, 'token_invalid');
    if (stored.expiresAt <= this.options.now()) throw new Refusal(httpErrors, 'token_expired');
    // Another node may have signed the person in a moment ago: its event is on the way.
    if (this.options.state.session(id) === null) await this.options.state.settle();
    if (this.options.state.session(id) === null) throw new Refusal(httpErrors, 'token_invalid');
    this.hashes.set(id, stored.tokenHash);
    return stored.tokenHash;
  }
}
