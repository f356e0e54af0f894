import { testDatabase, type TestDatabase } from '@cotejo/testing';
import type { EventStore } from '../port.ts';
import { migrateEventStore } from '../postgres/migrate.ts';
import {
  createPostgresEventStore,
  type PostgresEventStore,
  type PostgresEventStoreOptions,
} from '../postgres/postgres-event-store.ts';

/** An empty log in a database of its own. */
export interface PostgresLog extends TestDatabase {
  open(options?: Partial<PostgresEventStoreOptions>): PostgresEventStore;
}

export async function createPostgresLog(): Promise<PostgresLog> {
  const database = await testDatabase();
  await migrateEventStore(database.ownerUrl, { appRole: new URL(database.appUrl).username });
  const nodes: EventStore[] = [];
  return {
    ...database,
    open: (options = {}) => {
      const node = createPostgresEventStore({ connectionString: database.appUrl, ...options });
      nodes.push(node);
      return node;
    },
    drop: async () => {
      await Promise.all(nodes.map((node) => node.close()));
      await database.drop();
    },
  };
}
