import { accessCalls, DEFAULT_PACKAGE, type AuthenticationMethod } from '@cotejo/access-contracts';
import { API_BASE, pathOf } from '@cotejo/http/contracts';

export type ExternalMethod = Exclude<AuthenticationMethod, 'password'>;

export const isExternal = (method: AuthenticationMethod): method is ExternalMethod => method !== 'password';

/** Where the browser goes to prove an identity at a directory: a page, so no call of ours. */
export function externalAddress(method: ExternalMethod, account: string): string {
  const query = new URLSearchParams({ pkg: DEFAULT_PACKAGE });
  if (account !== '') query.set('account', account);
  return `${API_BASE}${pathOf(accessCalls.signIn.externalStart.path, { method })}?${query}`;
}

/**
 * What a directory's return left in the fragment: `#w=…` when it confirmed somebody (`w` null when it did
 * not: `#error=…`). Null on any other visit. The fragment goes, so that a reload asks for nothing twice.
 */
export function takeReturn({ location, history }: Pick<Window, 'location' | 'history'>): {
  readonly w: string | null;
} | null {
  const told = new URLSearchParams(location.hash.slice(1));
  if (!told.has('w') && !told.has('error')) return null;
  history.replaceState(history.state, '', `${location.pathname}${location.search}`);
  return { w: told.get('w') };
}
