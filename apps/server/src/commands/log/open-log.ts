import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseClock, joinRunning, openDatabase, type Database } from '@cotejo/database';
import { createPool } from '@cotejo/database/connections';
import type { EventStore } from '@cotejo/event-store';
import type { LogArchive } from '@cotejo/event-store/archive';
import { openArchive, openStore } from '../../configuration/choose-store.ts';
import type { Configuration } from '../../configuration/configuration.ts';
import { migrateDatabase } from '../../configuration/database-schemas.ts';
import { refuseHalfRestored } from '../../configuration/refuse-half-restored.ts';
import { refuseNewerRelease, refuseOtherRelease } from '../../configuration/refuse-other-release.ts';
import { refuseUnfinishedImport } from '../../configuration/refuse-unfinished-import.ts';
import { reachLog, withOwnerOfServer } from '../../configuration/store-refusal.ts';
import { words } from '../../terminal/words.ts';
import { CircumstanceError, type CommandContext } from '../command.ts';

export interface OpenLog {
  readonly store: EventStore;
  readonly archive: LogArchive;
  readonly database: Database;
  /** Time of the database. */
  readonly now: () => Date;
  /** Whether a server has the embedded database open. */
  readonly besideServer: boolean;
}

/** Importing needs the owner's rights; reading and sealing need the application's. */
type Role = 'app' | 'owner';

/**
 * Opens the log of the configured store, beside a running server or alone, while `work` runs. Starts no other
 * part of the product.
 */
export async function withLog<T>(
  configuration: Configuration,
  { say, signal, patienceMs }: Pick<CommandContext, 'say' | 'signal' | 'patienceMs'>,
  role: Role,
  work: (log: OpenLog) => Promise<T>,
): Promise<T> {
  const { dataDir, databaseUrl, databaseOwnerUrl } = configuration;
  if (role === 'app' && databaseUrl === undefined && !existsSync(join(dataDir, 'format.json'))) {
    throw new CircumstanceError(words('log.nothing_there', { folder: dataDir }));
  }
  const running = databaseUrl === undefined ? await joinRunning(dataDir) : null;
  const database =
    running ?? (await openDatabase({ dataDir, databaseUrl, databaseOwnerUrl, log: say, signal, patienceMs }));
  try {
    const prepare = async (): Promise<void> => {
      await refuseHalfRestored(database, dataDir);
      // A running server migrates by itself.
      if (running !== null) await refuseOtherRelease(database);
      else {
        await refuseNewerRelease(database);
        await migrateDatabase(database.ownerUrl, database.appUrl);
      }
      // The owner role is used by the import, which may continue an unfinished one.
      if (role === 'app') await refuseUnfinishedImport(database);
    };
    const patience = { say, signal, patienceMs };
    await withOwnerOfServer(configuration, prepare, patience);
    await reachLog(configuration, patience);
    const pool = createPool({ connectionString: database.appUrl, max: 1 });
    const clock = await DatabaseClock.start({ pool }).catch(async (error: unknown) => {
      await pool.end();
      throw error;
    });
    const { now } = clock;
    const store = openStore(configuration, { database, clock: now });
    const archive = openArchive(configuration, database, role);
    try {
      return await work({ store, archive, database, now, besideServer: running !== null });
    } finally {
      await clock.stop();
      await pool.end();
      await archive.close();
      await store.close();
    }
  } finally {
    await database.stop();
  }
}
