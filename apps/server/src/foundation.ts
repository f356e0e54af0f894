import { readFile } from 'node:fs/promises';
import { startAccess, type Access } from '@cotejo/access-server';
import { DatabaseClock, openDatabase, type Database } from '@cotejo/database';
import { createPool } from '@cotejo/database/connections';
import type { EventStore } from '@cotejo/event-store';
import { PostgresAnswerJournal } from '@cotejo/http/server';
import type pg from 'pg';
import { openFilePlaces, type FilePlaces } from '@cotejo/files/server';
import type { Logger } from 'pino';
import { openStore, refuseOtherLog } from './configuration/choose-store.ts';
import type { ClosingStack } from './configuration/closing-stack.ts';
import type { Configuration } from './configuration/configuration.ts';
import { migrateDatabase } from './configuration/database-schemas.ts';
import { refuseHalfRestored } from './configuration/refuse-half-restored.ts';
import { refuseNewerRelease, refuseOtherRelease } from './configuration/refuse-other-release.ts';
import { readSecretsKey } from './configuration/secrets-key.ts';
import { withOwnerOfServer, withServers } from './configuration/store-refusal.ts';
import { refuseUnfinishedImport } from './configuration/refuse-unfinished-import.ts';

/** Services that the server and its commands build on. */
export interface Foundation {
  readonly database: Database;
  readonly pool: pg.Pool;
  readonly store: EventStore;
  readonly access: Access;
  readonly clock: DatabaseClock;
  readonly files: FilePlaces;
  /** Maximum bytes of one file. */
  readonly mostFileBytes: number;
  /** Maximum number of groups and controls in an imported catalogue. */
  readonly mostImportedItems: number;
  /** Milliseconds that this node keeps waiting clients connected while its store is unreachable. */
  readonly mostPauseMs: number;
}

export interface FoundationOptions {
  readonly configuration: Configuration;
  readonly log: Logger;
  /** Prints a line at the terminal. */
  readonly say: (line: string) => void;
  readonly closing: ClosingStack;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds to wait for servers that are not there yet: `Infinity` for a node. */
  readonly patienceMs?: number | undefined;
  /** An open database: set by commands beside a running server. */
  readonly database?: Database;
  /** See `StartOptions`; likewise `mostLagMs`. */
  readonly clock?: (() => Date) | undefined;
  readonly mostLagMs?: number | undefined;
}

const POOL_SIZE = 10;
const STATEMENT_MS = 15_000;
/**
 * Milliseconds: a database that neither answers nor refuses (stopped machine) must not block requests for
 * ever.
 */
const CONNECT_MS = 5_000;
const SILENCE_MS = STATEMENT_MS + 5_000;
/** Timeouts of connections used by requests, in milliseconds. */
export const CONNECTION_LIMITS = {
  statement_timeout: STATEMENT_MS,
  query_timeout: SILENCE_MS,
  connectionTimeoutMillis: CONNECT_MS,
} as const;

/** Opens and migrates the database, and starts the log and access. Registers all closing steps on `closing`. */
export async function openFoundation(options: FoundationOptions): Promise<Foundation> {
  const { configuration, log, say, closing, signal, patienceMs, mostLagMs } = options;
  const { dataDir, databaseUrl, databaseOwnerUrl } = configuration;
  const patience = { say, patienceMs, signal };
  const database =
    options.database ??
    (await openDatabase({ dataDir, databaseUrl, databaseOwnerUrl, log: say, signal, patienceMs }));
  closing.add('database', () => database.stop());
  const prepare = async (): Promise<void> => {
    // A running server migrates by itself.
    if (options.database === undefined) {
      await refuseHalfRestored(database, dataDir);
      await refuseNewerRelease(database);
      await migrateDatabase(database.ownerUrl, database.appUrl);
    } else await refuseOtherRelease(database);
    await refuseUnfinishedImport(database);
  };
  await withOwnerOfServer(configuration, prepare, patience);

  const pool = createPool(
    {
      connectionString: database.appUrl,
      max: POOL_SIZE,
      ...CONNECTION_LIMITS,
      application_name: 'cotejo',
    },
    // The next query opens a new connection.
    (err) => {
      if (!pool.ending) log.warn({ err }, 'database: an idle connection was lost');
    },
  );
  closing.add('pool', () => pool.end());

  const clock = await DatabaseClock.start({ pool, log, machine: options.clock });
  closing.add('clock', () => clock.stop());

  await refuseOtherLog(configuration, pool);
  const store = openStore(configuration, { database, log, clock: clock.now });
  closing.add('event store', () => store.close());
  await withServers(configuration, () => store.check(), patience);

  const { mailServer, publicUrl, providers, chat, telemetryUrl, production } = configuration;
  const access = await startAccess({
    pool,
    store,
    log,
    installation: {
      mailServer,
      publicUrl,
      providers,
      secretsKey: await readSecretsKey(configuration.secretsKeyFile),
    },
    terms: { text: await ownTerms(configuration) },
    forgetNaming: (user) => new PostgresAnswerJournal(pool).forgetNaming(user),
    shell: {
      development: !production,
      chatScript: chat.script,
      secondChatScript: chat.secondScript,
      telemetryUrl,
    },
    mostLag: mostLagMs,
    now: clock.now,
    mostPause: configuration.mostPauseMs,
  });
  closing.add('access', () => access.stop());
  const files = await openFilePlaces(dataDir, configuration.files);
  const { mostImportedItems, mostPauseMs } = configuration;
  const mostFileBytes = configuration.files.FILES_MOST_BYTES;
  return { database, pool, store, access, clock, files, mostFileBytes, mostImportedItems, mostPauseMs };
}

/** The installation's own terms; null if none are configured. */
const ownTerms = async ({ termsFile }: Configuration): Promise<string | null> =>
  termsFile === null ? null : (await readFile(termsFile, 'utf8')).trim();
