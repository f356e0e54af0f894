import {
  DEFAULT_PACKAGE,
  LONGEST_PACKAGE,
  NO_CONTROL_CHARACTERS,
  STORAGE_KEYS,
} from '@cotejo/access-contracts';
import type { SessionStorage } from '../session/stored-session.ts';

/** Package named by `text`; the default one when it is missing or invalid. */
export function packageOf(text: string | null): string {
  const named = (text ?? '').trim();
  const isValid = named !== '' && named.length <= LONGEST_PACKAGE && NO_CONTROL_CHARACTERS.test(named);
  return isValid ? named : DEFAULT_PACKAGE;
}

/** Package of the sign-in page: from the address (`?pkg=`), else the last one used in this browser. */
export const askedPackage = (search: string, storage: Pick<SessionStorage, 'getItem'>): string =>
  packageOf(new URLSearchParams(search).get('pkg') ?? storage.getItem(STORAGE_KEYS.package));

/** Stores the package for the next sign-in in this browser; the default one is not stored. */
export function rememberPackage(storage: SessionStorage, pkg: string): void {
  if (pkg === DEFAULT_PACKAGE) storage.removeItem(STORAGE_KEYS.package);
  else storage.setItem(STORAGE_KEYS.package, pkg);
}
