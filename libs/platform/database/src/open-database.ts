import { markDataFolder, refuseForeignFolder } from './data-folder.ts';
import { withConnection } from './database-roles.ts';
import { startEmbedded, type EmbeddedOptions } from './start-embedded.ts';
import { progressMessage, StartError } from './start-error.ts';

export interface DatabaseOptions extends EmbeddedOptions {
  /** URL of an external Postgres for the application role. Without it the embedded one is started. */
  readonly databaseUrl?: string | undefined;
  /** URL of that Postgres for the owner of the schema; by default `databaseUrl`. */
  readonly databaseOwnerUrl?: string | undefined;
}

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
  const roles: string[] = [];
  for (const url of [ownerUrl, databaseUrl]) roles.push(await checkExternal(url));
  if (roles[0] === roles[1]) options.log(progressMessage('same_role'));
  return {
    ownerUrl,
    appUrl: databaseUrl,
    kind: 'external',
    announce: () => Promise.resolve(),
    stop: () => Promise.resolve(),
  };
}

/** Connects once and returns the role. */
async function checkExternal(url: string): Promise<string> {
  try {
    return await withConnection(url, async (client) => {
      const { rows } = await client.query<{ role: string }>('select current_user as role');
      return rows[0]?.role ?? '';
    });
  } catch (cause) {
    const host = URL.canParse(url) ? new URL(url).host : '?';
    const reason = cause instanceof Error ? cause.message || cause.name : String(cause);
    throw new StartError('external_unreachable', { host, reason }, { cause });
  }
}
