import type { StoreIdentity } from '@cotejo/event-store';
import { escapeIdentifier } from '@cotejo/database/connections';
import type { ClientBase, Pool } from 'pg';
import { endSessionsOf, positionFromRow, type Lease } from '../lease.ts';
import { ProjectionError } from '../projection-error.ts';
import { LIVE_SCHEMA, type Projector } from '../projector.ts';
import { copyTables } from './copy-tables.ts';
import { areAlike, schemaOf } from './describe-tables.ts';

export interface BeginOptions {
  /** Connected as the role that owns the tables. */
  readonly client: ClientBase;
  readonly pool: Pool;
  readonly projector: Projector;
  readonly owner: string;
  readonly leaseMs: number;
  readonly identity: StoreIdentity;
  /** Begin only if the live rows are of an older version, or from the log before it was moved or restored. */
  readonly ifOutdated: boolean;
}

/** The generation being built, and the one that it will replace. */
export interface Building {
  readonly lease: Lease;
  readonly live: number;
  /** The live rows are of this code's version, so the runner can keep writing them. */
  readonly liveIsCurrent: boolean;
  /** An interrupted build is continued. */
  readonly resumed: boolean;
}

interface State {
  readonly live: number;
  readonly live_version: number;
  readonly building: number | null;
  readonly building_version: number | null;
  readonly last_generation: number;
  readonly live_incarnation: string | null;
  readonly store_id: string | null;
  readonly incarnation: string | null;
  readonly owner: string | null;
  readonly held: boolean;
}

/**
 * Continues an interrupted build, or begins one: an empty copy of the live tables, and the lease on it. A build of
 * another version or log, or of tables changed since, is dropped. Null when there is nothing to do.
 * @throws ProjectionError `busy`, `newer`, `tables`
 */
export async function beginBuilding(options: BeginOptions): Promise<Building | null> {
  const { client } = options;
  await client.query('begin isolation level read committed');
  try {
    const building = await begin(options);
    await client.query('commit');
    return building;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

async function begin(options: BeginOptions): Promise<Building | null> {
  const { client, pool, projector, owner, identity, ifOutdated } = options;
  const { name, version, tables } = projector;
  const state = await lockState(options);
  if (state.live_version > version) {
    const versions = `version ${state.live_version}, this code is version ${version}`;
    throw new ProjectionError('newer', name, `the rows are of ${versions}: use the newer release`);
  }
  const isSameLog = state.live_incarnation === null || state.live_incarnation === identity.incarnation;
  const liveIsCurrent = state.live_version === version && isSameLog;
  if (ifOutdated && liveIsCurrent) return null;
  if (state.held) throw new ProjectionError('busy', name, `${state.owner} is building it`);
  if (state.owner !== null && state.owner !== owner) await endSessionsOf(pool, state.owner);

  const { live, building } = state;
  await dropOthers(client, projector, building);
  if (building !== null) {
    const schema = schemaOf(projector, building);
    const isOurs =
      state.building_version === version &&
      state.store_id === identity.storeId &&
      state.incarnation === identity.incarnation &&
      (await areAlike(client, tables, LIVE_SCHEMA, schema));
    if (isOurs) return { lease: await takeLease(options, building), live, liveIsCurrent, resumed: true };
    await forget(client, projector, building);
  }
  const generation = state.last_generation + 1;
  await copyTables(client, projector, schemaOf(projector, generation));
  await client.query(
    `update es.projection set building_generation = $2, building_version = $3, last_generation = $2,
            building_since = clock_timestamp() where projector = $1`,
    [name, generation, version],
  );
  return { lease: await takeLease(options, generation), live, liveIsCurrent, resumed: false };
}

async function lockState({ client, projector: { name, version }, owner }: BeginOptions): Promise<State> {
  await client.query(
    `insert into es.projection (projector, live_generation, live_version, last_generation)
     values ($1, 1, $2, 1) on conflict do nothing`,
    [name, version],
  );
  const { rows } = await client.query<State>(
    `select p.live_generation as live, p.live_version, p.building_generation as building, p.building_version,
            p.last_generation, b.store_id, b.incarnation, b.owner,
            b.owner is distinct from $2 and coalesce(b.lease_until > clock_timestamp(), false) as held,
            (select incarnation from es.checkpoint l
              where l.projector = p.projector and l.generation = p.live_generation) as live_incarnation
       from es.projection p
       left join es.checkpoint b on b.projector = p.projector and b.generation = p.building_generation
      where p.projector = $1 for update of p`,
    [name, owner],
  );
  const [state] = rows;
  if (!state) throw new Error(`es.projection lost the row of ${name}`);
  return state;
}

async function takeLease(options: BeginOptions, generation: number): Promise<Lease> {
  const { client, projector, owner, leaseMs, identity } = options;
  const { rows } = await client.query<{ position: string; epoch: string }>(
    `insert into es.checkpoint as c (projector, generation, store_id, incarnation, epoch, owner, lease_until)
     values ($1, $2, $3, $4, 1, $5, clock_timestamp() + $6 * interval '1 millisecond')
     on conflict (projector, generation) do update
       set epoch = c.epoch + 1, owner = excluded.owner, lease_until = excluded.lease_until,
           updated_at = clock_timestamp()
     returning position::text, epoch::text`,
    [projector.name, generation, identity.storeId, identity.incarnation, owner, leaseMs],
  );
  const [row] = rows;
  if (!row) throw new Error(`no checkpoint of ${projector.name} was written`);
  const position = positionFromRow(row.position);
  const schema = schemaOf(projector, generation);
  return { projector: projector.name, generation, schema, owner, epoch: row.epoch, position };
}

/** Discards a build: its tables, checkpoint and parked streams. */
async function forget(client: ClientBase, projector: Projector, generation: number): Promise<void> {
  await client.query(`drop schema if exists ${escapeIdentifier(schemaOf(projector, generation))} cascade`);
  await forgetProgress(client, projector.name, generation);
}

export async function forgetProgress(client: ClientBase, name: string, generation: number): Promise<void> {
  for (const table of ['es.checkpoint', 'es.parked']) {
    await client.query(`delete from ${table} where projector = $1 and generation = $2`, [name, generation]);
  }
}

/** Drops the remains of earlier builds: a process may be killed between the flip and its cleanup. */
export async function dropOthers(
  client: ClientBase,
  { name }: Projector,
  building: number | null,
): Promise<void> {
  const { rows } = await client.query<{ schema: string }>(
    `select nspname as schema from pg_namespace where nspname ~ $1 and nspname <> $2`,
    [`^${LIVE_SCHEMA}_${name}_g[0-9]+$`, building === null ? '' : schemaOf({ name }, building)],
  );
  for (const { schema } of rows)
    await client.query(`drop schema if exists ${escapeIdentifier(schema)} cascade`);
}
