import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { readDataFormat, readSecret } from './data-format.ts';
import { APP_ROLE, DATABASE_NAME, derivePasswords, localUrl, OWNER_ROLE } from './database-roles.ts';
import { findOrphan } from './find-orphan.ts';
import { findHolder } from './instance-lock.ts';
import type { Database } from './open-database.ts';
import { POSTGRES_MAJOR } from './start-embedded.ts';

/**
 * The embedded PostgreSQL of a data folder held by another instance, for a command that runs beside it; null when the
 * folder is not held, or its database does not run yet. Only the holder stops it.
 */
export async function joinRunning(dataDir: string): Promise<Database | null> {
  if (!existsSync(dataDir)) return null;
  const folder = await realpath(dataDir);
  if ((await findHolder(folder)) === null) return null;
  const format = await readDataFormat(folder, POSTGRES_MAJOR);
  const secret = await readSecret(folder);
  if (format === null || secret === null) return null;
  const running = await findOrphan(format.pgdata);
  if (running === null) return null;
  const passwords = derivePasswords(secret);
  return {
    ownerUrl: localUrl(OWNER_ROLE, passwords.owner, running.port, DATABASE_NAME),
    appUrl: localUrl(APP_ROLE, passwords.app, running.port, DATABASE_NAME),
    kind: 'embedded',
    announce: () => Promise.resolve(),
    stop: () => Promise.resolve(),
  };
}
