import { postgresRefusal, waitForServer, type Patience, type StartError } from '@cotejo/database';
import { kurrentRefusal, reachKurrent } from '@cotejo/event-store/kurrent';
import type { Configuration } from './configuration.ts';

type Servers = Pick<
  Configuration,
  'databaseUrl' | 'databaseOwnerUrl' | 'kurrentdbUrl' | 'kurrentdbNamespace'
>;

/**
 * Start error for an error of the configured servers: refused connection, silence, certificate, credentials, rights,
 * another log. Null for any other error. The embedded Postgres reports its own errors.
 */
export async function storeRefusal(servers: Servers, error: unknown): Promise<StartError | null> {
  const { databaseUrl, kurrentdbUrl } = servers;
  const ofLog = kurrentdbUrl === undefined ? null : await kurrentRefusal(error, kurrentdbUrl);
  if (ofLog !== null || databaseUrl === undefined) return ofLog;
  return postgresRefusal(error, databaseUrl, 'DATABASE_URL');
}

/**
 * Runs work that needs the configured servers, and waits for those that are not available yet.
 * @throws StartError the refusal, when the patience has ended
 */
export function withServers<T>(servers: Servers, work: () => Promise<T>, patience: Patience): Promise<T> {
  return waitForServer(work, (error) => storeRefusal(servers, error), patience);
}

/** Like `withServers`, for migrations and checks of the schema, which the owner's role makes. */
export function withOwnerOfServer<T>(
  { databaseUrl, databaseOwnerUrl }: Servers,
  work: () => Promise<T>,
  patience: Patience,
): Promise<T> {
  if (databaseUrl === undefined) return work();
  const [url, variable] = databaseOwnerUrl
    ? [databaseOwnerUrl, 'DATABASE_OWNER_URL']
    : [databaseUrl, 'DATABASE_URL'];
  return waitForServer(work, (error) => postgresRefusal(error, url, variable), patience);
}

/** Waits until the KurrentDB of the configuration answers and admits its user; nothing to do without one. */
export async function reachLog(servers: Servers, patience: Patience): Promise<void> {
  const { kurrentdbUrl: url, kurrentdbNamespace: namespace } = servers;
  if (url !== undefined) await withServers(servers, () => reachKurrent({ url, namespace }), patience);
}
