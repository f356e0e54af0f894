import { DEFAULT_PACKAGE, loginBody, STORAGE_KEYS } from '@cotejo/access-contracts';
import type { SessionStorage } from '../session/stored-session.ts';

/** The package that `text` names; the usual one where it names none that could be. */
export function packageOf(text: string | null): string {
  const named = loginBody.shape.pkg.safeParse(text ?? undefined);
  return named.success && named.data !== '' ? named.data : DEFAULT_PACKAGE;
}

/** The package whose people come in here: that of the address (`?pkg=`), or the one that came in here last. */
export const askedPackage = (search: string, storage: Pick<SessionStorage, 'getItem'>): string =>
  packageOf(new URLSearchParams(search).get('pkg') ?? storage.getItem(STORAGE_KEYS.package));

/** For the next time somebody comes in here; the usual one needs no remembering. */
export function rememberPackage(storage: SessionStorage, pkg: string): void {
  if (pkg === DEFAULT_PACKAGE) storage.removeItem(STORAGE_KEYS.package);
  else storage.setItem(STORAGE_KEYS.package, pkg);
}
