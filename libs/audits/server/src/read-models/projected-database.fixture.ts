import { APP_ROLE } from '@cotejo/database';
import { createMemoryEventStore } from '@cotejo/event-store/memory';
import { migrateEventStore } from '@cotejo/event-store/postgres';
import type { EventStore } from '@cotejo/event-store';
import { ProjectionRunner, ProjectionSignals, type ProjectionLog } from '@cotejo/projections';
import { PATIENCE_MS, testDatabase } from '@cotejo/testing';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { auditsProjector } from './audits-projector.ts';
import { grantReadModels } from './migrations/0001-create-read-models.ts';
import { auditEntities, auditMigrations } from './tables/schema.ts';

export const silent: ProjectionLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

export interface ProjectedDatabase {
  readonly store: EventStore;
  readonly pool: pg.Pool;
  readonly db: DataSource;
  readonly runner: ProjectionRunner;
  readonly signals: ProjectionSignals;
  /** Connection as the schema's owner, with the right to truncate tables. */
  readonly owner: DataSource;
  readonly ownerUrl: string;
  /** Waits until a stream is projected up to a version. */
  projected(stream: string, version: number): Promise<boolean>;
  drop(): Promise<void>;
}

/** A migrated database with the audits projector running on an in-memory event store. */
export async function projectedDatabase(
  store: EventStore = createMemoryEventStore(),
): Promise<ProjectedDatabase> {
  const database = await testDatabase();
  await migrateEventStore(database.ownerUrl, { appRole: APP_ROLE });
  const common = { type: 'postgres', entities: auditEntities, synchronize: false } as const;
  const owner = await new DataSource({
    ...common,
    url: database.ownerUrl,
    migrations: auditMigrations,
  }).initialize();
  await owner.runMigrations();
  await grantReadModels(owner, APP_ROLE);
  const db = await new DataSource({ ...common, url: database.appUrl }).initialize();
  const pool = new pg.Pool({ connectionString: database.appUrl, max: 8 });
  // Dropping the database cuts idle connections, which emits errors.
  pool.on('error', () => undefined);
  const signals = new ProjectionSignals(database.appUrl, silent);
  await signals.start();
  const runner = new ProjectionRunner({
    ...{ store, pool, projector: auditsProjector, log: silent, signals },
    leastWaitMs: PATIENCE_MS,
  });
  runner.start();
  return {
    store,
    pool,
    db,
    owner,
    ownerUrl: database.ownerUrl,
    signals,
    runner,
    projected: (stream, version) => runner.waitFor(stream, version),
    async drop() {
      await runner.stop();
      await signals.stop();
      await Promise.all([pool.end(), db.destroy(), owner.destroy()]);
      await database.drop();
    },
  };
}
