import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Position, StoreIdentity } from '@cotejo/event-store';
import type { Pool } from 'pg';
import { Fenced } from './classify-fault.ts';
import { ProjectionError } from './projection-error.ts';
import { LIVE_SCHEMA, PROJECTED_CHANNEL, type ProjectionTransaction, type Projector } from './projector.ts';
import { sessionNameOf, writeTransaction } from './write-transaction.ts';

/** The right to write one generation of a projector's rows, until a higher epoch exists. */
export interface Lease {
  readonly projector: string;
  readonly generation: number;
  readonly schema: string;
  readonly owner: string;
  readonly epoch: string;
  /** Events up to here are projected; null before the first event. */
  readonly position: Position | null;
}

/** Another owner holds the lease, for this many milliseconds more unless it renews it. */
export interface Held {
  readonly heldForMs: number;
}

/**
 * `newer`: the rows were written by a newer release, which alone may write them.
 * `outdated`: by an older release, or from the log before it was moved or restored; they must be rebuilt.
 */
export type Acquired = Lease | Held | 'newer' | 'outdated';

interface LiveState {
  readonly generation: number;
  readonly version: number;
  readonly store_id: string | null;
  readonly incarnation: string | null;
  readonly owner: string | null;
  /** Remaining milliseconds of another owner's lease; 0 when there is none. */
  readonly held_ms: number;
}

interface CheckpointRow {
  readonly position: string;
  readonly epoch: string;
}

/** Duration of a lease in milliseconds: other nodes wait this long for an owner that fell silent. */
export const LEASE_MS = 3_000;

/** Unique name for an owner of leases, with its host and process id. */
export const newOwner = (): string => `${hostname()}:${process.pid}:${randomUUID().slice(-12)}`;

/** The table stores 0 for "before the first event". */
export const positionFromRow = (text: string): Position | null => (text === '0' ? null : (text as Position));
const positionToRow = (position: Position | null): string => position ?? '0';

/**
 * Takes the lease of the live generation if it is free, expired, or this owner's already; the database's clock decides.
 * @throws ProjectionError `foreign` when the checkpoint belongs to another event store: its positions mean nothing
 * here, and the configured store may be wrong
 */
export async function acquireLease(
  pool: Pool,
  projector: Projector,
  owner: string,
  leaseMs: number,
  { storeId, incarnation }: StoreIdentity,
): Promise<Acquired> {
  const { name, version } = projector;
  const live = (await readLive(pool, name, owner)) ?? (await register(pool, projector, owner));
  if (live.version > version) return 'newer';
  if (live.version < version) return 'outdated';
  if (live.held_ms > 0) return { heldForMs: live.held_ms };
  if (live.store_id !== null && live.store_id !== storeId) {
    throw new ProjectionError('foreign', name, `it belongs to event store ${live.store_id}: rebuild it`);
  }
  if (live.incarnation !== null && live.incarnation !== incarnation) return 'outdated';
  // The former owner fell silent: its open transactions must not commit, and their locks would block this one.
  if (live.owner !== null && live.owner !== owner) await endSessionsOf(pool, live.owner);

  const options = { schema: LIVE_SCHEMA, idleTimeoutMs: leaseMs, owner };
  return writeTransaction(pool, options, async (tx): Promise<Acquired> => {
    // Share-locked: the checkpoint of a generation that is no longer live must not be recreated.
    const still = await tx.query(
      `select from es.projection where projector = $1 and live_generation = $2 and live_version = $3 for share`,
      [name, live.generation, version],
    );
    if (still.length === 0) return { heldForMs: 0 };
    const [row] = await tx.query<CheckpointRow>(
      `insert into es.checkpoint as c (projector, generation, store_id, incarnation, epoch, owner, lease_until)
       values ($1, $2, $3, $4, 1, $5, clock_timestamp() + $6 * interval '1 millisecond')
       on conflict (projector, generation) do update
         set epoch = c.epoch + 1, owner = excluded.owner, lease_until = excluded.lease_until,
             store_id = excluded.store_id, incarnation = excluded.incarnation, updated_at = clock_timestamp()
         where c.owner = excluded.owner or c.lease_until is null or c.lease_until <= clock_timestamp()
       returning position::text, epoch::text`,
      [name, live.generation, storeId, incarnation, owner, leaseMs],
    );
    if (!row) return { heldForMs: 0 };
    await projector.resume?.(tx);
    const position = positionFromRow(row.position);
    return {
      projector: name,
      generation: live.generation,
      schema: LIVE_SCHEMA,
      owner,
      epoch: row.epoch,
      position,
    };
  });
}

async function readLive(pool: Pool, projector: string, owner: string): Promise<LiveState | undefined> {
  const { rows } = await pool.query<LiveState>(
    `select p.live_generation as generation, p.live_version as version, c.store_id, c.incarnation, c.owner,
            case when c.owner is distinct from $2 and c.lease_until > clock_timestamp()
              then ceil(extract(epoch from c.lease_until - clock_timestamp()) * 1000)::int else 0 end as held_ms
       from es.projection p
       left join es.checkpoint c on c.projector = p.projector and c.generation = p.live_generation
      where p.projector = $1`,
    [projector, owner],
  );
  return rows[0];
}

/** A projector that never ran has nothing to rebuild: its empty tables count as the current version. */
async function register(pool: Pool, { name, version }: Projector, owner: string): Promise<LiveState> {
  await pool.query(
    `insert into es.projection (projector, live_generation, live_version, last_generation)
     values ($1, 1, $2, 1) on conflict do nothing`,
    [name, version],
  );
  const live = await readLive(pool, name, owner);
  if (!live) throw new Error(`es.projection lost the row of ${name}`);
  return live;
}

/** Ends transactions that an owner with an expired lease may still have open. */
export async function endSessionsOf(pool: Pool, owner: string): Promise<void> {
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = $1 and usename = current_user and datname = current_database()`,
    [sessionNameOf(owner)],
  );
}

/** Progress of a fold as known to its process. */
export interface Reached {
  /** Events up to here were read, and the matching ones are projected. */
  readonly position: Position | null;
  /**
   * Position up to which this fold's transactions were committed; a checkpoint before it shows that a crash undid some.
   */
  readonly committed: Position | null;
}

/**
 * Extends the lease and stores the position read so far, including pages without events. False when the lease is lost,
 * or rows that were written under it are.
 */
export async function renewLease(
  pool: Pool,
  lease: Lease,
  reached: Reached | null,
  leaseMs: number,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update es.checkpoint
        set lease_until = clock_timestamp() + $5 * interval '1 millisecond', updated_at = clock_timestamp(),
            position = greatest(position, $6::bigint)
      where projector = $1 and generation = $2 and owner = $3 and epoch = $4 and position >= $7`,
    [
      lease.projector,
      lease.generation,
      lease.owner,
      lease.epoch,
      leaseMs,
      positionToRow(reached?.position ?? null),
      positionToRow(reached?.committed ?? null),
    ],
  );
  return rowCount === 1;
}

/**
 * Committed position of a lease.
 * @throws Fenced when the lease is no longer this one
 */
export async function committedPosition(pool: Pool, lease: Lease): Promise<Position | null> {
  const { rows } = await pool.query<{ position: string }>(
    `select position::text from es.checkpoint
      where projector = $1 and generation = $2 and owner = $3 and epoch = $4`,
    [lease.projector, lease.generation, lease.owner, lease.epoch],
  );
  const [row] = rows;
  if (!row) throw new Fenced(lease.projector);
  return positionFromRow(row.position);
}

/** Releases the lease, so that another node can take over at once. */
export async function releaseLease(pool: Pool, lease: Lease): Promise<void> {
  await pool.query(
    `update es.checkpoint set lease_until = null, owner = null
      where projector = $1 and generation = $2 and owner = $3 and epoch = $4`,
    [lease.projector, lease.generation, lease.owner, lease.epoch],
  );
}

/**
 * Last statement of a batch: moves the checkpoint if the lease is still this one, and notifies listeners if the rows
 * are live. It comes last so that the row is locked as briefly as possible. It moves on from the reached position only:
 * a batch whose commit was not acknowledged is not written twice, and events of a batch that a crash undid are not
 * skipped.
 * @throws Fenced otherwise; the caller rolls back
 */
export async function advanceCheckpoint(
  tx: ProjectionTransaction,
  lease: Lease,
  from: Reached,
  position: Position | null,
  leaseMs: number,
): Promise<void> {
  const advanced = await tx.query(
    `with advanced as (
       update es.checkpoint
          set position = $6, lease_until = clock_timestamp() + $5 * interval '1 millisecond',
              updated_at = clock_timestamp()
        where projector = $1 and generation = $2 and owner = $3 and epoch = $4
          and position between $9 and $8
       returning projector)
     select case when $7 then pg_notify('${PROJECTED_CHANNEL}', projector) end from advanced`,
    [
      lease.projector,
      lease.generation,
      lease.owner,
      lease.epoch,
      leaseMs,
      positionToRow(position),
      lease.schema === LIVE_SCHEMA,
      positionToRow(from.position),
      positionToRow(from.committed),
    ],
  );
  if (advanced.length !== 1) throw new Fenced(lease.projector);
}
