import type { Position } from '@cotejo/event-store';
import type { Pool } from 'pg';
import { Fenced } from './classify-fault.ts';
import { PROJECTED_CHANNEL, type ProjectionTransaction, type Projector } from './projector.ts';

/** The right to write one projector's rows, until a higher epoch exists. */
export interface Lease {
  readonly projector: string;
  readonly generation: number;
  readonly owner: string;
  readonly epoch: string;
  /** Everything up to here is projected; null = nothing yet. */
  readonly position: Position | null;
}

interface CheckpointRow {
  readonly position: string;
  readonly epoch: string;
}

/** 0 in the table stands for "before the first event". */
export const positionFromRow = (text: string): Position | null => (text === '0' ? null : (text as Position));
const positionToRow = (position: Position | null): string => position ?? '0';

/**
 * Takes the lease if it is free, run out, or this owner's already; the database's clock decides. Null while
 * another owner holds it.
 * @throws Error when the checkpoint was made against another event store: its positions mean nothing here
 */
export async function acquireLease(
  pool: Pool,
  projector: Projector,
  owner: string,
  leaseMs: number,
  storeId: string,
): Promise<Lease | null> {
  const { name, generation } = projector;
  const { rows: held } = await pool.query<{ held: boolean; store_id: string | null }>(
    `select owner is distinct from $3 and coalesce(lease_until > clock_timestamp(), false) as held, store_id
       from es.checkpoint where projector = $1 and generation = $2`,
    [name, generation, owner],
  );
  if (held[0]?.held) return null;
  const known = held[0]?.store_id ?? storeId;
  if (known !== storeId) {
    throw new Error(`projection ${name}.${generation} belongs to event store ${known}: rebuild it`);
  }
  const { rows } = await pool.query<CheckpointRow>(
    `insert into es.checkpoint as c (projector, generation, store_id, epoch, owner, lease_until)
     values ($1, $2, $3, 1, $4, clock_timestamp() + $5 * interval '1 millisecond')
     on conflict (projector, generation) do update
       set epoch = c.epoch + 1, owner = excluded.owner, lease_until = excluded.lease_until,
           store_id = excluded.store_id, updated_at = clock_timestamp()
       where c.owner = excluded.owner or c.lease_until is null or c.lease_until <= clock_timestamp()
     returning position::text, epoch::text`,
    [name, generation, storeId, owner, leaseMs],
  );
  const [row] = rows;
  if (!row) return null;
  return { projector: name, generation, owner, epoch: row.epoch, position: positionFromRow(row.position) };
}

/** Prolongs the lease and notes how far was read without finding anything. False when it is lost. */
export async function renewLease(
  pool: Pool,
  lease: Lease,
  position: Position | null,
  leaseMs: number,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update es.checkpoint
        set lease_until = clock_timestamp() + $5 * interval '1 millisecond', updated_at = clock_timestamp(),
            position = greatest(position, $6::bigint)
      where projector = $1 and generation = $2 and owner = $3 and epoch = $4`,
    [lease.projector, lease.generation, lease.owner, lease.epoch, leaseMs, positionToRow(position)],
  );
  return rowCount === 1;
}

/** Lets others take over at once. */
export async function releaseLease(pool: Pool, lease: Lease): Promise<void> {
  await pool.query(
    `update es.checkpoint set lease_until = null, owner = null
      where projector = $1 and generation = $2 and owner = $3 and epoch = $4`,
    [lease.projector, lease.generation, lease.owner, lease.epoch],
  );
}

/**
 * Last statement of a batch: moves the checkpoint if, and only if, the lease is still this one, and rings the
 * bell. It comes last so that the row is locked for as short as possible.
 * @throws Fenced otherwise; the caller rolls back
 */
export async function advanceCheckpoint(
  tx: ProjectionTransaction,
  lease: Lease,
  position: Position | null,
  leaseMs: number,
): Promise<void> {
  const advanced = await tx.query(
    `with advanced as (
       update es.checkpoint
          set position = $6, lease_until = clock_timestamp() + $5 * interval '1 millisecond',
              updated_at = clock_timestamp()
        where projector = $1 and generation = $2 and owner = $3 and epoch = $4
       returning projector)
     select pg_notify('${PROJECTED_CHANNEL}', projector) from advanced`,
    [lease.projector, lease.generation, lease.owner, lease.epoch, leaseMs, positionToRow(position)],
  );
  if (advanced.length !== 1) throw new Fenced(lease.projector);
}
