import { STORAGE_KEYS } from '@cotejo/access-contracts';
import type { SessionStorage } from './stored-session.ts';

const LAST_PAGE = STORAGE_KEYS.lastPage;

/** Keeps the full address that a person wanted before signing in. */
export function rememberLastPage(storage: SessionStorage, address: string): void {
  storage.setItem(LAST_PAGE, address);
}

/**
 * Path to go to after sign-in, once: the address kept, if it is one of ours and not the sign-in page
 * itself; otherwise `/`.
 */
export function takeLastPage(storage: SessionStorage, origin: string): string {
  const kept = storage.getItem(LAST_PAGE);
  storage.removeItem(LAST_PAGE);
  if (kept === null || !URL.canParse(kept)) return '/';
  const url = new URL(kept);
  // What begins with two slashes would be the name of another host.
  const isPath = !url.pathname.startsWith('//');
  if (url.origin !== origin || !isPath || url.pathname.startsWith('/login')) return '/';
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Whoever leaves on purpose doesn't want to come back to it. */
export function forgetLastPage(storage: SessionStorage): void {
  storage.removeItem(LAST_PAGE);
}
