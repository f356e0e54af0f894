import { EXTERNAL_FAULTS, type AuthenticationMethod, type ExternalFault } from '@cotejo/access-contracts';
import { EXTERNAL_SIGN_IN_PATH } from '@cotejo/access-contracts/paths';
import { API_BASE, pathOf } from '@cotejo/http/paths';

export type ExternalMethod = Exclude<AuthenticationMethod, 'password'>;

export const isExternal = (method: AuthenticationMethod): method is ExternalMethod => method !== 'password';

/** Address of a directory sign-in; a page navigation, not an API call. */
export function externalAddress(method: ExternalMethod, account: string, pkg: string): string {
  const query = new URLSearchParams({ pkg });
  if (account !== '') query.set('account', account);
  return `${API_BASE}${pathOf(EXTERNAL_SIGN_IN_PATH, { method })}?${query}`;
}

/** Outcome of a directory sign-in: a one-time token for the session, or the fault code. */
export type ExternalOutcome = { readonly w: string } | { readonly fault: ExternalFault };

/** Reads the outcome from the fragment: `#w=…` or `#error=<code>`. Null on any other visit. */
export function returnOf(location: Pick<Location, 'hash'>): ExternalOutcome | null {
  const told = new URLSearchParams(location.hash.slice(1));
  if (!told.has('w') && !told.has('error')) return null;
  const w = told.get('w');
  const fault = EXTERNAL_FAULTS.find((code) => code === told.get('error')) ?? 'external_sign_in_failed';
  return w === null ? { fault } : { w };
}
