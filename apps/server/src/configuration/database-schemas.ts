import { withOwner } from '@cotejo/database';
import { migrateEventStore } from '@cotejo/event-store/postgres';
import { fileMigrations, grantFileTables } from '@cotejo/files/server';
import { grantJobs, installJobs } from '@cotejo/jobs';
import { manifests } from '../manifests.ts';
import { openDataSource } from './open-data-source.ts';

/** Migrations of the vault and the read models; each runs once, ordered by timestamp. */
export const migrations = [...fileMigrations, ...manifests.flatMap((context) => context.migrations)];

/** Advisory lock key (arbitrary): nodes that start together must migrate one after another. */
const MIGRATION_LOCK = 727_002;

/** Migrates the log, the vault and the read models to this version with the owner's role; idempotent. */
export async function migrateDatabase(ownerUrl: string, appUrl: string): Promise<void> {
  const appRole = decodeURIComponent(new URL(appUrl).username);
  await migrateEventStore(ownerUrl, appRole === '' ? {} : { appRole });
  await withOwner(ownerUrl, async (lock) => {
    // A session lock: released when this connection ends.
    await lock.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const source = await openDataSource({
      url: ownerUrl,
      migrations,
      migrationsTransactionMode: 'each',
    });
    try {
      await source.runMigrations();
      await installJobs(
        lock,
        manifests.flatMap(({ jobs }) => Object.keys(jobs)),
      );
      if (appRole === '') return;
      for (const context of manifests) await context.grant(source, appRole);
      await grantFileTables(source, appRole);
      await grantJobs(lock, appRole);
    } finally {
      await source.destroy();
    }
  });
}
