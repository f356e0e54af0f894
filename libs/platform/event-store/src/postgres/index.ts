export { migrateEventStore, SCHEMA_VERSION } from './migrate.ts';
export {
  createPostgresEventStore,
  type PostgresEventStore,
  type PostgresEventStoreOptions,
} from './postgres-event-store.ts';
export type { EventStoreLog, Timeouts } from './connect.ts';
export { createPostgresArchive, type PostgresArchiveOptions } from './postgres-archive.ts';
export { purgeStream } from './purge-stream.ts';
