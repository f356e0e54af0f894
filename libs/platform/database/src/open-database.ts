import type pg from 'pg';
import { markDataFolder, refuseForeignFolder } from './data-folder.ts';
import { withConnection } from './database-roles.ts';
import { startEmbedded, type EmbeddedOptions } from './start-embedded.ts';
import { postgresRefusal } from './server-refusal.ts';
import { progressMessage, StartError } from './start-error.ts';
import { waitForServer, type Patience } from './wait-for-server.ts';

export interface DatabaseOptions extends EmbeddedOptions {
  /** URL of an external Postgres for the application role. Without it the embedded one is started. */
  readonly databaseUrl?: string | undefined;
  /** URL of that Postgres for the owner of the schema; by default `databaseUrl`. */
  readonly databaseOwnerUrl?: string | undefined;
  /** Milliseconds to wait for an external Postgres that is not there yet; none by default. */
  readonly patienceMs?: number | undefined;
}

/** Milliseconds after which a Postgres that neither answers nor refuses counts as silent. */
const CONNECT_MS = 4_000;

export interface Database {
  /** For migrations. */
  readonly ownerUrl: string;
  /** For all other work. */
  readonly appUrl: string;
  readonly kind: 'embedded' | 'external';
  /** Publishes this instance's address for processes that try to use the same data folder. */
  announce(address: string): Promise<void>;
  /** Stops the embedded Postgres; does nothing for an external one. Call it after the server has drained. */
  stop(): Promise<void>;
}

/**
 * The product's database, ready for queries: the embedded PostgreSQL of `dataDir`, or the one of `databaseUrl`.
 * @throws StartError for every condition that the operator can fix: print its message and exit with code 1
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl } = options;
  if (databaseUrl === undefined || databaseUrl === '') {
    const embedded = await startEmbedded(options);
    return { ...embedded, kind: 'embedded' };
  }
  await refuseForeignFolder(options.dataDir);
  // Optional here: with files and keys elsewhere, the folder need not be writable.
  await markDataFolder(options.dataDir).catch(() => undefined);
  const ownerUrl = options.databaseOwnerUrl || databaseUrl;
  const ownerVariable = options.databaseOwnerUrl ? 'DATABASE_OWNER_URL' : 'DATABASE_URL';
  const patience: Patience = {
    say: options.log,
    patienceMs: options.patienceMs,
    signal: options.signal,
  };
  const roles = [
    await checkExternal(ownerUrl, ownerVariable, patience),
    await checkExternal(databaseUrl, 'DATABASE_URL', patience),
  ];
  if (roles[0] === roles[1]) options.log(progressMessage('same_role'));
  return {
    ownerUrl,
    appUrl: databaseUrl,
    kind: 'external',
    announce: () => Promise.resolve(),
    stop: () => Promise.resolve(),
  };
}

/** Connects once, waiting for the server if it is not there yet, and returns the role. */
async function checkExternal(url: string, variable: string, patience: Patience): Promise<string> {
  try {
    return await waitForServer(
      () => readRole(url),
      (error) => postgresRefusal(error, url, variable),
      patience,
    );
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    const host = URL.canParse(url) ? new URL(url).host : '?';
    const reason = cause instanceof Error ? cause.message || cause.name : String(cause);
    throw new StartError('external_unreachable', { host, reason }, { cause });
  }
}

async function readRole(url: string): Promise<string> {
  const work = async (client: pg.Client): Promise<string> => {
    const { rows } = await client.query<{ role: string; standby: boolean }>(
      'select current_user as role, pg_is_in_recovery() as standby',
    );
    if (rows[0]?.standby === true) throw Object.assign(new Error('standby'), { code: '25006' });
    return rows[0]?.role ?? '';
  };
  return withConnection(url, work, CONNECT_MS);
}
