import { grantVault, vaultMigrations } from '@cotejo/access-server';
import { auditMigrations, grantReadModels } from '@cotejo/audits-server';
import { withOwner } from '@cotejo/database';
import { migrateEventStore } from '@cotejo/event-store/postgres';
import { fileMigrations, grantFileTables } from '@cotejo/files/server';
import { grantTables } from '@cotejo/tables';
import { grantWorksheetTables, worksheetMigrations } from '@cotejo/worksheets-server';
import { manifests } from '../manifests.ts';
import { openDataSource } from './open-data-source.ts';

/** Of the vault and the read models; each runs once, in the order of their moments. */
export const migrations = [
  ...vaultMigrations,
  ...auditMigrations,
  ...worksheetMigrations,
  ...fileMigrations,
  ...manifests.flatMap((context) => context.migrations),
];

/** Any number: nodes that start together must queue. */
const MIGRATION_LOCK = 727_002;

/** Brings the log, the vault and the read models to this version, as their owner; harmless to repeat. */
export async function migrateDatabase(ownerUrl: string, appUrl: string): Promise<void> {
  const appRole = decodeURIComponent(new URL(appUrl).username);
  await migrateEventStore(ownerUrl, appRole === '' ? {} : { appRole });
  await withOwner(ownerUrl, async (lock) => {
    // Held until this connection ends.
    await lock.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const source = await openDataSource({
      url: ownerUrl,
      migrations,
      migrationsTransactionMode: 'each',
    });
    try {
      await source.runMigrations();
      if (appRole === '') return;
      for (const grant of [grantVault, grantReadModels, grantWorksheetTables, grantFileTables])
        await grant(source, appRole);
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
