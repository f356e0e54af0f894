import { httpErrors, NO_TOKEN, Refusal, TOKEN_SCHEME, type DoorPolicy } from '../contracts.ts';
import type { Asking, Authenticator } from './authenticator.ts';

/** Somebody who may pass a door. */
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
 * Who asks, once they may pass a door of this policy: the one judgement of every call that asks for a session.
 * @throws Refusal when they may not, or nobody can be told by the token
 */
export async function judgeCaller<P>(
  authenticator: Authenticator<P>,
  policy: DoorPolicy,
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
  { permission, andOneOf }: Extract<DoorPolicy, { kind: 'requires' }>,
): boolean {
  if (!authenticator.may(principal, permission)) return false;
  if (andOneOf === undefined) return true;
  return andOneOf.some(
    (key) => authenticator.mayInSomeTeam?.(principal, key) ?? authenticator.may(principal, key),
  );
}
