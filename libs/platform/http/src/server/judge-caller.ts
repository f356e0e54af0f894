import { httpErrors, NO_TOKEN, Refusal, TOKEN_SCHEME, type AccessPolicy } from '../contracts.ts';
import type { Asking, Authenticator } from './authenticator.ts';

/** An authenticated user who passed the access check. */
export interface Caller<P = unknown> {
  readonly principal: P;
  readonly token: string;
}

/** The token of `Authorization: Token <token>`; null when absent, NO_TOKEN or of another scheme. */
export function tokenOf(header: string | undefined): string | null {
  const [scheme, token, ...rest] = (header ?? '').trim().split(/\s+/);
  if (scheme !== TOKEN_SCHEME || token === undefined || rest.length > 0 || token === NO_TOKEN) return null;
  return token;
}

/**
 * Authenticates a request and checks an access policy: the only implementation, used by every call that requires a
 * session.
 * @throws Refusal when the policy is not met, or the token is missing or invalid
 */
export async function judgeCaller<P>(
  authenticator: Authenticator<P>,
  policy: AccessPolicy,
  request: Asking,
): Promise<Caller<P>> {
  const token = tokenOf(request.headers.authorization);
  if (token === null) throw new Refusal(httpErrors, 'not_authenticated');
  const principal = await authenticator.authenticate(token, request);
  authenticator.admit?.(principal, policy, request);
  if (policy.kind === 'requires' && !mayPass(authenticator, principal, policy))
    throw new Refusal(httpErrors, 'access_not_authorized');
  return { principal, token };
}

function mayPass<P>(
  authenticator: Authenticator<P>,
  principal: P,
  { permission, andOneOf }: Extract<AccessPolicy, { kind: 'requires' }>,
): boolean {
  if (!authenticator.may(principal, permission)) return false;
  if (andOneOf === undefined) return true;
  return andOneOf.some(
    (key) => authenticator.mayInSomeTeam?.(principal, key) ?? authenticator.may(principal, key),
  );
}
