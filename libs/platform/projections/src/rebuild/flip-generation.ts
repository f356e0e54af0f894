import { escapeIdentifier } from '@cotejo/database/connections';
import type { ClientBase } from 'pg';
import { Fenced } from '../classify-fault.ts';
import type { Lease } from '../lease.ts';
import { LIVE_SCHEMA, PROJECTED_CHANNEL, type Projector } from '../projector.ts';
import { forgetProgress } from './begin-building.ts';
import { areAlike, qualified, schemaOf } from './describe-tables.ts';

export interface FlipOptions {
  /** Connected as the role that owns the tables. */
  readonly client: ClientBase;
  readonly projector: Projector;
  /** Lease of the live generation, seized from its owner. */
  readonly live: Lease;
  readonly building: Lease;
}

/**
 * Milliseconds for which readers wait at most for a flip that fails. Shorter than Postgres' deadlock_timeout (1 s), so
 * that a reader of several tables is never the victim of a deadlock check.
 */
const LOCK_MS = 250;
/** Milliseconds. An autovacuum yields after a second; waiting for it blocks no reader. */
const VACUUM_MS = 3_000;
/** SQLSTATEs of a statement timeout, an unavailable lock, a deadlock. */
const LOCKED = new Set(['57014', '55P03', '40P01']);

/** The tables were altered by a migration since the build began. */
export class TablesChanged extends Error {
  override readonly name = 'TablesChanged';
}

/**
 * Swaps the built tables with the live ones in one short transaction: a reader sees either the old or the new. False
 * when the tables could not be locked in time; nothing has changed then.
 * @throws Fenced when one of the two leases is lost
 * @throws TablesChanged
 */
export async function flipGeneration(options: FlipOptions): Promise<boolean> {
  const { client } = options;
  await client.query(
    `begin isolation level read committed;
     set local idle_in_transaction_session_timeout = ${VACUUM_MS}; set local statement_timeout = ${VACUUM_MS}`,
  );
  try {
    await assertLeases(options);
    await lockTables(options);
    await swap(options);
    await client.query('commit');
    return true;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    if (error instanceof Error && 'code' in error && LOCKED.has(String(error.code))) return false;
    throw error;
  }
}

/** Lock order, equal everywhere: the projection's row, its checkpoints, its tables. */
async function assertLeases({ client, projector: { name }, live, building }: FlipOptions): Promise<void> {
  const { rowCount: current } = await client.query(
    `select from es.projection where projector = $1 and live_generation = $2 and building_generation = $3 for update`,
    [name, live.generation, building.generation],
  );
  if (current !== 1) throw new Fenced(name);
  for (const { generation, owner, epoch } of [live, building]) {
    const { rowCount } = await client.query(
      `select from es.checkpoint where projector = $1 and generation = $2 and owner = $3 and epoch = $4 for update`,
      [name, generation, owner, epoch],
    );
    if (rowCount !== 1) throw new Fenced(name);
  }
}

async function lockTables({ client, projector, building }: FlipOptions): Promise<void> {
  const all = [LIVE_SCHEMA, building.schema]
    .flatMap((schema) => projector.tables.map((table) => qualified(schema, table)))
    .join(', ');
  await client.query(`lock table ${all} in share update exclusive mode`);
  await client.query(`set local statement_timeout = ${LOCK_MS}`);
  await client.query(`lock table ${all} in access exclusive mode`);
  await client.query(`set local statement_timeout = ${VACUUM_MS}`);
}

async function swap({ client, projector, live, building }: FlipOptions): Promise<void> {
  const { name, version, tables } = projector;
  if (!(await areAlike(client, tables, LIVE_SCHEMA, building.schema))) {
    throw new TablesChanged(`the tables of ${name} have changed since they were copied`);
  }
  const away = schemaOf(projector, live.generation);
  const move = (from: string, to: string): string[] =>
    tables.map((table) => `alter table ${qualified(from, table)} set schema ${escapeIdentifier(to)}`);
  await client.query(
    [
      `create schema ${escapeIdentifier(away)}`,
      ...move(LIVE_SCHEMA, away),
      ...move(building.schema, LIVE_SCHEMA),
    ].join(';\n'),
  );
  await client.query(
    `update es.projection set live_generation = $2, live_version = $3, live_since = clock_timestamp(),
            building_generation = null, building_version = null, building_since = null where projector = $1`,
    [name, building.generation, version],
  );
  await forgetProgress(client, name, live.generation);
  await client.query(
    `update es.checkpoint set epoch = epoch + 1, owner = null, lease_until = null
      where projector = $1 and generation = $2`,
    [name, building.generation],
  );
  await client.query(`select pg_notify('${PROJECTED_CHANNEL}', $1)`, [name]);
}
