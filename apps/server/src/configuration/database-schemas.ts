import { grantVault, vaultMigrations } from '@cotejo/access-server';
import { auditMigrations, grantReadModels } from '@cotejo/audits-server';
import { withOwner } from '@cotejo/database';
import { migrateEventStore } from '@cotejo/event-store/postgres';
import { fileMigrations, grantFileTables } from '@cotejo/files/server';
import { grantJobs, installJobs } from '@cotejo/jobs';
import { CreatePersonalValues1770300000000 } from '@cotejo/record/server';
import { grantTables } from '@cotejo/tables';
import { grantWorksheetTables, worksheetMigrations } from '@cotejo/worksheets-server';
import { JOB_NAMES } from '../jobs.ts';
import { manifests } from '../manifests.ts';
import { openDataSource } from './open-data-source.ts';

/** Migrations of the vault and the read models; each runs once, ordered by timestamp. */
export const migrations = [
  ...vaultMigrations,
  ...auditMigrations,
  ...worksheetMigrations,
  ...fileMigrations,
  CreatePersonalValues1770300000000,
  ...manifests.flatMap((context) => context.migrations),
];

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
      await installJobs(lock, JOB_NAMES);
      if (appRole === '') return;
      for (const grant of [grantVault, grantReadModels, grantWorksheetTables, grantFileTables])
        await grant(source, appRole);
      await grantJobs(lock, appRole);
      await grantTables(
        source,
        appRole,
        manifests.flatMap(({ tables }) => tables),
      );
    } finally {
      await source.destroy();
    }
  });
}
