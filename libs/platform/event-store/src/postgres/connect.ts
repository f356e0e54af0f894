import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@cotejo/database/connections';
import type { Client } from 'pg';
import { EventStoreError } from '../port.ts';
import { SCHEMA_VERSION } from './migrate.ts';

/** Time limits in milliseconds. */
export interface Timeouts {
  readonly connectMs: number;
  /** One attempt to write a group, on the server; 500 ms longer on the client. */
  readonly attemptMs: number;
  /** All attempts of one append together; afterwards its outcome is unknown. */
  readonly appendMs: number;
  readonly readMs: number;
}

export const DEFAULT_TIMEOUTS: Timeouts = {
  connectMs: 3_000,
  attemptMs: 3_000,
  appendMs: 5_000,
  readMs: 15_000,
};

/** Log for the operator; compatible with a pino logger. */
export interface EventStoreLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

const GOODBYE_MS = 500;

/** A dedicated connection that can be dropped at once, whatever the server does. */
export interface Connection {
  readonly client: Client;
  drop(): void;
  /** Closes cleanly if the server answers within `GOODBYE_MS`, else drops. */
  end(): Promise<void>;
  readonly isLost: () => boolean;
}

export interface ConnectOptions {
  readonly connectionString: string;
  readonly name: string;
  readonly connectMs: number;
  readonly queryMs: number;
  readonly onLost?: (error: Error | undefined) => void;
}

/** Opens a connection; rejects with the error of `pg`. */
export async function connect(options: ConnectOptions): Promise<Connection> {
  const socket = new Socket();
  let lost = false;
  const lose = (error?: Error) => {
    if (lost) return;
    lost = true;
    socket.destroy();
    options.onLost?.(error);
  };
  const client = createClient(
    {
      connectionString: options.connectionString,
      application_name: `cotejo-${options.name}`,
      connectionTimeoutMillis: options.connectMs,
      // The server times out first, so that a slow statement is known to have failed.
      query_timeout: options.queryMs + 500,
      statement_timeout: options.queryMs,
      lock_timeout: options.queryMs,
      idle_in_transaction_session_timeout: options.queryMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      stream: () => socket,
    },
    lose,
  );
  client.on('end', () => lose());
  try {
    await client.connect();
  } catch (error) {
    lose();
    throw error;
  }
  const end = async () => {
    await Promise.race([client.end(), delay(GOODBYE_MS, undefined, { ref: false })]);
    lose();
  };
  return { client, drop: () => lose(), end, isLost: () => lost };
}

/**
 * Refuses a server that may lose acknowledged writes, or an unknown schema version.
 * @throws EventStoreError `fatal`
 */
export async function refuseUnsafe(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit')`,
  );
  const off = rows.filter(({ setting }) => setting === 'off').map(({ name }) => name);
  if (rows.length < 3 || off.length > 0) {
    throw new EventStoreError('fatal', `Postgres would lose acknowledged events: off is ${off.join(', ')}`);
  }
  const { rows: schema } = await client.query<{ found: boolean }>(
    `select to_regclass('es.migration') is not null as found`,
  );
  if (!schema[0]?.found) throw new EventStoreError('fatal', 'schema es is missing: migrate first');
  const { rows: migrated } = await client.query<{ version: number | null }>(
    'select max(version) as version from es.migration',
  );
  const version = migrated[0]?.version ?? 0;
  if (version < SCHEMA_VERSION) {
    throw new EventStoreError(
      'fatal',
      `schema es is at version ${version}, ${SCHEMA_VERSION} is needed: migrate first`,
    );
  }
  const { rows: stores } = await client.query<{ importing: boolean }>('select importing from es.store');
  if (stores[0]?.importing) {
    throw new EventStoreError('fatal', 'an import into this log is not finished: run it again');
  }
}

/** Warns the operator when the application role could rewrite the log, because it is the owner's role. */
export async function warnOfPower(client: Client, log: EventStoreLog | undefined): Promise<void> {
  const { rows } = await client.query<{ role: string; powerful: boolean }>(
    `select current_user as role, has_table_privilege('es.event', 'update, delete, truncate') as powerful`,
  );
  const [row] = rows;
  if (row?.powerful) {
    log?.warn({ role: row.role }, 'the application role may alter the event log: give it a role of its own');
  }
}
