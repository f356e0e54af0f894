import { BackupError, type About } from '@cotejo/backup';
import { migrateEventStore } from '@cotejo/event-store/postgres';
import { migrations } from '../../configuration/database-schemas.ts';
import { openDataSource } from '../../configuration/open-data-source.ts';

/**
 * Refuses a backup made by a newer release.
 * @throws BackupError `newer_product`
 */
export function requireKnownMigrations(about: About): void {
  const known = new Set<string>(migrations.map((Migration) => new Migration().name));
  const unknown = about.migrations.find((name) => !known.has(name));
  if (unknown !== undefined) throw new BackupError('newer_product', { what: unknown });
}

/**
 * Creates the tables as of the backup's migrations; later migrations run at the next start and convert the
 * restored rows.
 */
export async function prepareDatabase(ownerUrl: string, about: About): Promise<void> {
  await migrateEventStore(ownerUrl);
  const ran = new Set(about.migrations);
  const source = await openDataSource({
    url: ownerUrl,
    migrations: migrations.filter((Migration) => ran.has(new Migration().name)),
    migrationsTransactionMode: 'each',
  });
  try {
    await source.runMigrations();
  } finally {
    await source.destroy();
  }
}
