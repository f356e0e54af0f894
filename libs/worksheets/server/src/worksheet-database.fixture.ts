import { APP_ROLE } from '@cotejo/database';
import { migrateEventStore } from '@cotejo/event-store/postgres';
import { fileMigrations, grantFileTables } from '@cotejo/files/server';
import { testDatabase } from '@cotejo/testing';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { grantWorksheetTables, worksheetMigrations } from './create-worksheet-tables.ts';
import { worksheetEntities } from './worksheet-entities.ts';

export interface WorksheetDatabase {
  /** As the application's role. */
  readonly pool: pg.Pool;
  readonly db: DataSource;
  /** As the schema's owner, for statements that the product never runs. */
  readonly owner: DataSource;
  drop(): Promise<void>;
}

/** A database with the log and the tables of worksheets. */
export async function worksheetDatabase(): Promise<WorksheetDatabase> {
  const database = await testDatabase();
  await migrateEventStore(database.ownerUrl, { appRole: APP_ROLE });
  const common = { type: 'postgres', entities: worksheetEntities, synchronize: false } as const;
  const owner = await new DataSource({
    ...common,
    url: database.ownerUrl,
    migrations: [...worksheetMigrations, ...fileMigrations],
  }).initialize();
  await owner.runMigrations();
  await grantWorksheetTables(owner, APP_ROLE);
  await grantFileTables(owner, APP_ROLE);
  const db = await new DataSource({ ...common, url: database.appUrl }).initialize();
  const pool = new pg.Pool({ connectionString: database.appUrl, max: 4 });
  return {
    pool,
    db,
    owner,
    async drop() {
      await Promise.all([pool.end(), db.destroy(), owner.destroy()]);
      await database.drop();
    },
  };
}
