import type { Database } from '@cotejo/database';
import type { EventStore } from '@cotejo/event-store';
import type { LogArchive } from '@cotejo/event-store/archive';
import {
  createKurrentArchive,
  createKurrentEventStore,
  refuseKurrentSide,
} from '@cotejo/event-store/kurrent';
import {
  createPostgresArchive,
  createPostgresEventStore,
  type EventStoreLog,
} from '@cotejo/event-store/postgres';
import type { Pool } from 'pg';
import type { Configuration } from './configuration.ts';

type Chosen = Pick<Configuration, 'kurrentdbUrl' | 'kurrentdbNamespace'>;
type Side = Pick<Database, 'appUrl' | 'ownerUrl'>;

export interface ChosenStore extends EventStore {
  /** @throws EventStoreError when the store is unreachable or incompatible with the configuration */
  check(): Promise<void>;
}

export interface OpenStoreOptions {
  readonly database: Side;
  readonly log?: EventStoreLog;
  /** Clock for stores that do not use the time of Postgres. */
  readonly clock: () => Date;
}

/** Opens the configured event store: KurrentDB if its URL is set, else Postgres. */
export function openStore(
  { kurrentdbUrl, kurrentdbNamespace: namespace }: Chosen,
  { database, log, clock }: OpenStoreOptions,
): ChosenStore {
  const options = {
    connectionString: database.appUrl,
    ...(log && { log }),
  };
  return kurrentdbUrl === undefined
    ? createPostgresEventStore(options)
    : createKurrentEventStore({ ...options, now: clock, url: kurrentdbUrl, namespace });
}

/** Opens the same log for sealing, verification and moving; moving needs the owner's role. */
export function openArchive(
  { kurrentdbUrl, kurrentdbNamespace: namespace }: Chosen,
  database: Side,
  role: 'app' | 'owner',
): LogArchive {
  const connectionString = role === 'owner' ? database.ownerUrl : database.appUrl;
  return kurrentdbUrl === undefined
    ? createPostgresArchive({ connectionString })
    : createKurrentArchive({ connectionString, url: kurrentdbUrl, namespace });
}

/**
 * Refuses a database that belongs to the other kind of log.
 * @throws EventStoreError `fatal`, with the remedy
 */
export async function refuseOtherLog(
  { kurrentdbUrl }: Pick<Chosen, 'kurrentdbUrl'>,
  pool: Pool,
): Promise<void> {
  // The KurrentDB adapter does this check itself.
  if (kurrentdbUrl === undefined) await refuseKurrentSide(pool);
}
