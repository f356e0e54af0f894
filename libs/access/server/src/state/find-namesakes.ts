import { normalizedUsername } from '@cotejo/access-domain';

/** A user name within a package. */
export interface NameInPackage {
  readonly username: string;
  readonly pkg: string;
}

/** Packages in which users of different accounts share a user name. */
export function packagesWithNamesakes(names: Iterable<NameInPackage>): ReadonlySet<string> {
  const known = new Set<string>();
  const found = new Set<string>();
  for (const { username, pkg } of names) {
    const name = JSON.stringify([pkg, normalizedUsername(username)]);
    if (known.has(name)) found.add(pkg);
    known.add(name);
  }
  return found;
}
