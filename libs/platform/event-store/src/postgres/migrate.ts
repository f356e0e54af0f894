import { createClient, escapeIdentifier } from '@cotejo/database/connections';
import type { Client } from 'pg';
import { EventStoreError } from '../port.ts';
import { append } from './migrations/0002-append.ts';
import { tables } from './migrations/0001-tables.ts';
import { appendInArrays } from './migrations/0003-append.ts';
import { forget } from './migrations/0003-forget.ts';
import { archive } from './migrations/0004-archive.ts';
import { projections } from './migrations/0005-projections.ts';
import { language } from './migrations/0006-language.ts';
import { kurrent } from './migrations/0007-kurrent.ts';
import { kurrentGuard } from './migrations/0008-kurrent-guard.ts';
import { kurrentClaims } from './migrations/0009-kurrent-claims.ts';

/** Applied in this order, once each; a published migration is never edited. */
const MIGRATIONS = [
  { version: 1, name: 'tables', sql: tables },
  { version: 2, name: 'append', sql: append },
  { version: 3, name: 'append in arrays, forget', sql: appendInArrays + forget },
  { version: 4, name: 'archive', sql: archive },
  { version: 5, name: 'projections', sql: projections },
  { version: 6, name: 'language', sql: language },
  { version: 7, name: 'kurrent', sql: kurrent },
  { version: 8, name: 'kurrent guard', sql: kurrentGuard },
  { version: 9, name: 'kurrent claims', sql: kurrentClaims },
] as const;

/** Version of schema `es` that this code needs. */
export const SCHEMA_VERSION = Math.max(...MIGRATIONS.map(({ version }) => version));

const OLDEST_SERVER = 140_000;
const MIGRATION_LOCK = '4850135212344411492';

/**
 * Migrates schema `es` to this code's version, in one transaction; safe to repeat and to run from several processes at
 * once. `appRole` may read, append through `es.append`, and maintain snapshots, checkpoints and parked streams, and
 * nothing else; a role that is the owner itself keeps all its rights.
 *
 * `purgeRole`, a separate role, may purge streams and nothing else.
 *
 * @param ownerConnectionString connects as the role that owns the schema
 * @throws EventStoreError `fatal` when the database was migrated by newer code or the server is too old
 */
export async function migrateEventStore(
  ownerConnectionString: string,
  options: { readonly appRole?: string; readonly purgeRole?: string } = {},
): Promise<void> {
  const client = createClient({
    connectionString: ownerConnectionString,
    application_name: 'cotejo-event-store-migrate',
  });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await refuseOldServer(client);
    await applyMissing(client);
    if (options.appRole !== undefined) await grantTo(client, options.appRole);
    if (options.purgeRole !== undefined) await grantPurgeTo(client, options.purgeRole);
    await client.query('commit');
  } finally {
    await client.end();
  }
}

async function refuseOldServer(client: Client): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  );
  const version = rows[0]?.version ?? 0;
  if (version < OLDEST_SERVER)
    throw new EventStoreError('fatal', `PostgreSQL 14 or newer needed, is ${version}`);
}

async function applyMissing(client: Client): Promise<void> {
  // A plain "if not exists" would need the right to create schemas even when the schema exists.
  const { rows: schemas } = await client.query(`select from pg_namespace where nspname = 'es'`);
  if (schemas.length === 0) await client.query('create schema es');
  await client.query(`create table if not exists es.migration (
    version integer primary key,
    name text not null,
    applied_at timestamptz not null default clock_timestamp()
  )`);
  const { rows } = await client.query<{ version: number }>(
    'select coalesce(max(version), 0) as version from es.migration',
  );
  const applied = rows[0]?.version ?? 0;
  if (applied > SCHEMA_VERSION) {
    throw new EventStoreError(
      'fatal',
      `the event store has schema version ${applied}, this code knows ${SCHEMA_VERSION}: run the newer release`,
    );
  }
  for (const { version, name, sql } of MIGRATIONS) {
    if (version <= applied) continue;
    await client.query(sql);
    await client.query('insert into es.migration (version, name) values ($1, $2)', [version, name]);
  }
}

async function grantTo(client: Client, role: string): Promise<void> {
  // If application and owner share a role, revoking its rights would lock out both.
  const { rows } = await client.query<{ user: string }>('select current_user as user');
  if (rows[0]?.user === role) return;
  const name = escapeIdentifier(role);
  // Revoked first: default privileges of the database may have granted the role more.
  await client.query(`
    revoke all on all tables in schema es from ${name};
    revoke all on all functions in schema es from ${name};
    grant usage on schema es to ${name};
    grant select on all tables in schema es to ${name};
    grant execute on function es.append to ${name};
    grant execute on function es.forget(text[]), es.forget_idle(timestamptz, int) to ${name};
    grant insert, delete on es.snapshot to ${name};
    grant insert, update, delete on es.node, es.answer to ${name};
    grant insert, update, delete on es.checkpoint, es.parked to ${name};
    grant insert, update on es.projection to ${name};
    grant execute on function es.kurrent_open(uuid, uuid, boolean), es.kurrent_advance(jsonb),
      es.kurrent_claim(jsonb), es.kurrent_release(uuid, text[]), es.kurrent_settle(jsonb) to ${name};
  `);
}

async function grantPurgeTo(client: Client, role: string): Promise<void> {
  const name = escapeIdentifier(role);
  await client.query(`
    grant usage on schema es to ${name};
    grant execute on function es.purge_stream(text, text, text) to ${name};
  `);
}
