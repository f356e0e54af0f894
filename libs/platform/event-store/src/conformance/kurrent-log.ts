import { testDatabase, type TestDatabase } from '@cotejo/testing';
import type { EventStore } from '../port.ts';
import { FakeKurrentDb } from '../kurrent/fake/fake-kurrentdb.fixture.ts';
import {
  createKurrentEventStore,
  type KurrentEventStore,
  type KurrentEventStoreOptions,
} from '../kurrent/kurrent-event-store.ts';
import { migrateEventStore } from '../postgres/migrate.ts';

/** A real server to test against; without one, the fake is used. */
export const SERVER_URL = process.env['KURRENTDB_URL']?.trim() || undefined;

/** An empty log in KurrentDB, with its side tables in a database of its own. */
export interface KurrentLog extends TestDatabase {
  readonly url: string;
  readonly namespace: string;
  /** The fake server, if one is used. */
  readonly fake: FakeKurrentDb | undefined;
  open(options?: Partial<KurrentEventStoreOptions>): KurrentEventStore;
}

/** On a real server logs are separated by namespace; a fake holds one log. */
export async function createKurrentLog({
  batches = true,
  onFake = SERVER_URL === undefined,
  at,
}: {
  readonly batches?: boolean;
  readonly onFake?: boolean;
  /** A server that the caller starts and ends, in place of one of the log's own. */
  readonly at?: string;
} = {}): Promise<KurrentLog> {
  const database = await testDatabase();
  await migrateEventStore(database.ownerUrl, { appRole: new URL(database.appUrl).username });
  const fake = onFake && at === undefined ? await FakeKurrentDb.start({ batches }) : undefined;
  const url = fake?.url ?? at ?? SERVER_URL ?? '';
  const namespace = fake || at !== undefined ? '' : `cotejo-test-${crypto.randomUUID()}/`;
  const nodes: EventStore[] = [];
  return {
    ...database,
    url,
    namespace,
    fake,
    open: (options = {}) => {
      const node = createKurrentEventStore({ url, namespace, connectionString: database.appUrl, ...options });
      nodes.push(node);
      return node;
    },
    drop: async () => {
      await Promise.all(nodes.map((node) => node.close()));
      fake?.kill();
      await database.drop();
    },
  };
}
