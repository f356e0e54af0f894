import { STORAGE_KEYS } from '@cotejo/access-contracts';
import type { SessionStorage } from './stored-session.ts';

const LAST_PAGE = STORAGE_KEYS.lastPage;

/** Stores the full address requested before sign-in. */
export function rememberLastPage(storage: SessionStorage, address: string): void {
  storage.setItem(LAST_PAGE, address);
}

/**
 * Path to open after sign-in; removed when read. It is the stored address if that is on this origin and not the
 * sign-in page, else `/`.
 */
export function takeLastPage(storage: SessionStorage, origin: string): string {
  const kept = storage.getItem(LAST_PAGE);
  storage.removeItem(LAST_PAGE);
  if (kept === null || !URL.canParse(kept)) return '/';
  const url = new URL(kept);
  // A path that begins with two slashes would be resolved as another host.
  const isPath = !url.pathname.startsWith('//');
  if (url.origin !== origin || !isPath || url.pathname.startsWith('/login')) return '/';
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Called on a deliberate logout, after which the page is not restored. */
export function forgetLastPage(storage: SessionStorage): void {
  storage.removeItem(LAST_PAGE);
}
