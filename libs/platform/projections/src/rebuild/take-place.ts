import { setTimeout as delay } from 'node:timers/promises';
import { comparePositions, type EventStore, type Position } from '@cotejo/event-store';
import type { ClientBase, Pool } from 'pg';
import { Fenced } from '../classify-fault.ts';
import { LeaseKeeper } from '../keep-lease.ts';
import { advanceCheckpoint, positionFromRow, releaseLease, type Lease, type Reached } from '../lease.ts';
import { LIVE_SCHEMA, type ProjectionLog, type Projector } from '../projector.ts';
import { writeTransaction } from '../write-transaction.ts';
import { flipGeneration } from './flip-generation.ts';

export interface TakePlaceOptions {
  readonly store: EventStore;
  readonly pool: Pool;
  readonly client: ClientBase;
  readonly projector: Projector;
  readonly log: ProjectionLog;
  /** Lease of the generation that will replace the live one. */
  readonly lease: Lease;
  readonly leaseMs: number;
  readonly live: number;
  readonly signal: AbortSignal;
  /** Folds one more page; true at the end of the log. */
  readonly step: () => Promise<boolean>;
  readonly reached: Reached;
}

/** Milliseconds for which the live rows are not written at most, while readers hold the tables. */
const PATIENCE_MS = 5_000;
/** Milliseconds. A replica of the log that lags may not show events yet that the live rows contain. */
const REACH_MS = 3_000;

interface Seized {
  readonly lease: Lease;
  /** Position of the live rows; null when it belongs to another log. */
  readonly position: Position | null;
}

/**
 * Seizes the live lease, so that the live rows are not written; folds the events that only they contain; stamps the
 * cursors; flips. False when readers held the tables for too long, or the live lease was seized in turn (by a retry):
 * the live rows then continue.
 */
export async function takePlace(options: TakePlaceOptions): Promise<boolean> {
  const { pool, client, projector, log, lease, leaseMs, signal } = options;
  const seized = await seize(options);
  const keeper = new LeaseKeeper({ pool, lease: seized.lease, leaseMs, log, reached: () => null });
  try {
    await reach(options, seized.position);
    const how = { schema: lease.schema, idleTimeoutMs: leaseMs, owner: lease.owner };
    await writeTransaction(pool, how, async (tx) => {
      await projector.succeed?.(tx);
      await advanceCheckpoint(tx, lease, options.reached, options.reached.position, leaseMs);
    });
    const patience = performance.now() + PATIENCE_MS;
    for (let rest = 50; performance.now() < patience; rest = Math.min(rest * 2, 800)) {
      signal.throwIfAborted();
      keeper.assertHeld();
      if (await flipGeneration({ client, projector, live: seized.lease, building: lease })) return true;
      // Random, so as not to stay in step with a periodic reader.
      await delay(rest * (0.5 + Math.random()), undefined, { signal });
    }
    return false;
  } catch (error) {
    // If the build's own lease is lost instead, the next folded page reports it.
    if (error instanceof Fenced) return false;
    throw error;
  } finally {
    keeper.stop();
    await releaseLease(pool, seized.lease).catch(() => undefined);
  }
}

/** From here on no other process can commit live rows, until the lease is released or expires. */
async function seize({ pool, store, projector, lease, live, leaseMs }: TakePlaceOptions): Promise<Seized> {
  const { name } = projector;
  const { storeId, incarnation } = await store.identity();
  const how = { schema: LIVE_SCHEMA, idleTimeoutMs: leaseMs };
  return writeTransaction(pool, how, async (tx) => {
    const still = await tx.query(
      `select from es.projection where projector = $1 and live_generation = $2 and building_generation = $3
        for share`,
      [name, live, lease.generation],
    );
    if (still.length === 0) throw new Fenced(name);
    const [row] = await tx.query<{ epoch: string; position: string; foreign: boolean }>(
      `insert into es.checkpoint as c (projector, generation, epoch, owner, lease_until)
       values ($1, $2, 1, $3, clock_timestamp() + $4 * interval '1 millisecond')
       on conflict (projector, generation) do update
         set epoch = c.epoch + 1, owner = excluded.owner, lease_until = excluded.lease_until
       returning epoch::text, position::text,
         coalesce(store_id <> $5 or incarnation <> $6, false) as foreign`,
      [name, live, lease.owner, leaseMs, storeId, incarnation],
    );
    if (!row) throw new Fenced(name);
    const position = row.foreign ? null : positionFromRow(row.position);
    return {
      lease: { ...lease, generation: live, schema: LIVE_SCHEMA, epoch: row.epoch, position },
      position,
    };
  });
}

/** Folds up to the position of the live rows, so that no reader sees time go backwards. */
async function reach({ step, reached, projector, log, signal }: TakePlaceOptions, live: Position | null) {
  const patience = performance.now() + REACH_MS;
  while (comparePositions(reached.position, live) < 0) {
    if (!(await step())) continue;
    if (comparePositions(reached.position, live) >= 0) return;
    if (performance.now() > patience) {
      log.warn(
        { projector: projector.name, live },
        'the live rows stand ahead of the log; not waiting for it',
      );
      return;
    }
    await delay(50, undefined, { signal });
  }
}
