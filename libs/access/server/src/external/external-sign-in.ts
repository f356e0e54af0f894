import { createHash, timingSafeEqual } from 'node:crypto';
import {
  accessErrors,
  accountId,
  externalFault,
  userId,
  type AccountId,
  type AuthenticationMethod,
  type ExternalFault,
  type UserId,
} from '@cotejo/access-contracts';
import { Refusal } from '@cotejo/http/contracts';
import * as oidc from 'openid-client';
import { z } from 'zod';
import { ON_REQUEST, type UserLog } from '../sign-in/append-user-events.ts';
import type { OpenedSession, Sessions } from '../sign-in/sessions.ts';
import type { Browser, SignIn } from '../sign-in/sign-in.ts';
import type { AccessLog, AccessState } from '../state/access-state.ts';
import { newSecret, type ChallengeVault } from '../vault/challenge-vault.ts';
import type { PeopleVault } from '../vault/people-vault.ts';
import type { ExternalIdentityVault } from './external-identity-vault.ts';

export type ExternalMethod = Exclude<AuthenticationMethod, 'password'>;

/** An OpenID Connect provider. */
export interface OidcProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}
export type OidcProviders = Readonly<Partial<Record<ExternalMethod, OidcProvider>>>;

export interface ExternalSignInOptions {
  readonly providers: OidcProviders;
  readonly publicUrl: string;
  readonly state: AccessState;
  readonly people: PeopleVault;
  readonly identities: ExternalIdentityVault;
  readonly challenges: ChallengeVault;
  readonly sessions: Sessions;
  readonly signIn: SignIn;
  readonly userLog: UserLog;
  readonly log: AccessLog;
  readonly now: () => Date;
}

const SECOND = 1000;
/** Seconds for signing in at the directory. */
export const EXTERNAL_SECONDS = 600;
const EXCHANGE_SECONDS = 60;
/** Maximum users with the same e-mail, over all accounts and methods. */
const SHARING_AT_MOST = 200;

/** Data kept while the user is at the directory (`asked`), and until the page fetches the session (`proven`). */
const asked = z.object({
  stage: z.literal('asked'),
  method: z.enum(['azure_ad', 'google']),
  binding: z.string(),
  pkg: z.string(),
  account: z.string().nullable(),
  nonce: z.string(),
  verifier: z.string(),
});
const proven = z.object({
  stage: z.literal('proven'),
  method: z.enum(['azure_ad', 'google']),
  binding: z.string(),
});

/** Result for the redirect back to the page. */
export type Returned = { readonly w: string } | { readonly fault: ExternalFault };
const NOBODY: Returned = { fault: 'external_sign_in_failed' };

/** `xms_edov`: Microsoft's claim that the owner of the e-mail's domain was verified. */
const claimed = z.object({
  iss: z.string(),
  sub: z.string(),
  email: z.string().optional(),
  email_verified: z.union([z.boolean(), z.string()]).optional(),
  xms_edov: z.union([z.boolean(), z.string(), z.number()]).optional(),
});
type Claims = z.infer<typeof claimed>;

interface Found {
  readonly accountId: AccountId;
  readonly userId: UserId;
}

/**
 * Sign-in with a directory or Google: authorization code flow on the server with PKCE, nonce and state, bound to the
 * browser by a cookie. Users must exist; none are created.
 */
export class ExternalSignIn {
  /** Discovered once per provider; again after a failure. */
  private readonly configurations = new Map<ExternalMethod, Promise<oidc.Configuration>>();

  constructor(private readonly options: ExternalSignInOptions) {}

  get methods(): readonly ExternalMethod[] {
    return (['azure_ad', 'google'] as const).filter((method) => this.options.providers[method] !== undefined);
  }

  /** Whether the product is served over https. */
  get isEncrypted(): boolean {
    return this.options.publicUrl.startsWith('https:');
  }

  /** URL to redirect the browser to, and its cookie. Refuses with `method_not_offered`. */
  async start(
    method: ExternalMethod,
    { pkg, account }: { readonly pkg: string; readonly account: string | undefined },
  ): Promise<{ readonly location: string; readonly cookie: string }> {
    const configuration = await this.configurationOf(method);
    const [state, cookie] = [newSecret(), newSecret()];
    const [nonce, verifier] = [oidc.randomNonce(), oidc.randomPKCECodeVerifier()];
    const data: z.infer<typeof asked> = {
      stage: 'asked',
      method,
      binding: bindingOf(cookie),
      pkg,
      account: account ?? null,
      nonce,
      verifier,
    };
    await this.remember(state, data, null, EXTERNAL_SECONDS);
    const location = oidc.buildAuthorizationUrl(configuration, {
      redirect_uri: this.returnUrl(method).href,
      scope: 'openid email profile',
      state,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    return { location: location.href, cookie };
  }

  /**
   * Processes the redirect from the directory; returns `w` for the page, or the reason of the failure. Details go only
   * to the server's log.
   */
  async return(method: ExternalMethod, query: string, cookie: string | null, ip: string): Promise<Returned> {
    try {
      const url = this.returnUrl(method);
      url.search = query;
      const state = url.searchParams.get('state') ?? '';
      const kept = await this.options.challenges.take('external', state, this.options.now());
      const before = asked.safeParse(kept?.data);
      if (!before.success || before.data.method !== method || !isBound(before.data.binding, cookie)) {
        return NOBODY;
      }
      const { nonce, verifier, pkg, account, binding } = before.data;
      const tokens = await oidc.authorizationCodeGrant(await this.configurationOf(method), url, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      });
      const person = await this.personOf(method, claimed.parse(tokens.claims()), { pkg, account });
      if (person === null) return NOBODY;
      await this.options.signIn.refuseOutside(person, ip);
      const w = newSecret();
      const data: z.infer<typeof proven> = { stage: 'proven', method, binding };
      await this.remember(w, data, person, EXCHANGE_SECONDS);
      return { w };
    } catch (err) {
      return { fault: this.faultOf(err, method) };
    }
  }

  /** Failure code for the page; details are logged, except the directory's responses. */
  faultOf(error: unknown, method: ExternalMethod): ExternalFault {
    this.options.log.warn({ reason: reasonOf(error), method }, 'access: a directory proved nobody');
    return externalFault.parse(error instanceof Refusal ? error.code : null);
  }

  /** Opens the session, once. Refuses with `external_sign_in_failed`, `account_suspended`, `unauthorized_ip`. */
  async finish(w: string, cookie: string | null, browser: Browser): Promise<OpenedSession> {
    const kept = await this.options.challenges.take('external', w, this.options.now());
    const before = proven.safeParse(kept?.data);
    const account = accountId.safeParse(kept?.account);
    const user = userId.safeParse(kept?.user);
    const isWhole = before.success && account.success && user.success;
    if (!isWhole || !isBound(before.data.binding, cookie)) {
      throw new Refusal(accessErrors, 'external_sign_in_failed');
    }
    const person = { accountId: account.data, userId: user.data };
    await this.options.signIn.refuseOutside(person, browser.ip);
    return this.options.sessions.open({ ...person, ...browser, method: before.data.method });
  }

  /**
   * Finds the user by the linked identity, else by a verified e-mail; only users with this method. If several match,
   * refuses with `account_required`.
   */
  private async personOf(
    method: ExternalMethod,
    claims: Claims,
    within: { readonly pkg: string; readonly account: string | null },
  ): Promise<Found | null> {
    const { identities, people, state, userLog } = this.options;
    await state.settle();
    const isMeant = ({ accountId: account, userId: user }: Found): boolean => {
      const facts = state.known.users.get(user);
      const name = state.account(account)?.name;
      const wanted = within.account?.toLowerCase() ?? null;
      const isThere = wanted === null || name?.name.toLowerCase() === wanted || account === wanted;
      return facts?.method === method && facts.accountId === account && name?.pkg === within.pkg && isThere;
    };
    const linked = (await identities.find(claims.iss, claims.sub)).filter(isMeant);
    if (linked.length > 0) return only(linked);
    if (claims.email === undefined || !isVerified(claims)) return null;
    const sharing = await people.withEmail(claims.email, within.pkg, SHARING_AT_MOST);
    const found = only(sharing.filter(isMeant));
    if (found === null) return null;
    const { accountId: account, userId: user } = found;
    if (!(await identities.link(claims.iss, claims.sub, found))) return null;
    await userLog.append({ account, user }, [
      { type: 'IdentityLinked', data: { user, because: ON_REQUEST, method } },
    ]);
    return found;
  }

  private async remember(
    secret: string,
    data: Readonly<Record<string, unknown>>,
    person: Found | null,
    seconds: number,
  ): Promise<void> {
    const now = this.options.now();
    await this.options.challenges.add(secret, {
      kind: 'external',
      account: person?.accountId ?? null,
      user: person?.userId ?? null,
      data,
      now,
      expiresAt: new Date(now.getTime() + seconds * SECOND),
    });
  }

  private returnUrl(method: ExternalMethod): URL {
    return new URL(`${this.options.publicUrl}/api/login/external/${method}/return/`);
  }

  private configurationOf(method: ExternalMethod): Promise<oidc.Configuration> {
    const provider = this.options.providers[method];
    if (provider === undefined) throw new Refusal(accessErrors, 'method_not_offered');
    const known = this.configurations.get(method);
    if (known !== undefined) return known;
    const issuer = new URL(provider.issuer);
    // Only on this machine: the configuration accepts no other unencrypted issuer.
    const plain = issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : [];
    // By default the library trusts TLS instead of verifying the token's signature.
    const execute = [oidc.enableNonRepudiationChecks, ...plain];
    const learnt = oidc.discovery(issuer, provider.clientId, provider.clientSecret, undefined, { execute });
    this.configurations.set(method, learnt);
    learnt.catch(() => this.configurations.delete(method));
    return learnt;
  }
}

const bindingOf = (cookie: string): string => createHash('sha256').update(cookie).digest('base64url');

/** Whether the browser is the one that started the sign-in. */
function isBound(binding: string, cookie: string | null): boolean {
  if (cookie === null) return false;
  const [own, right] = [Buffer.from(bindingOf(cookie)), Buffer.from(binding)];
  return own.length === right.length && timingSafeEqual(own, right);
}

const isVerified = ({ email_verified: told, xms_edov: owned }: Claims): boolean =>
  told === true || told === 'true' || owned === true || owned === 1 || owned === '1' || owned === 'true';

function only(found: readonly Found[]): Found | null {
  const [one, other] = found;
  if (other !== undefined) throw new Refusal(accessErrors, 'account_required');
  return one ?? null;
}

/** Must not contain tokens: the library's messages name the failure, but `cause` may contain responses. */
const reasonOf = (error: unknown): string =>
  error instanceof Refusal
    ? error.code
    : error instanceof Error
      ? `${error.name}: ${error.message}`
      : 'unknown';
