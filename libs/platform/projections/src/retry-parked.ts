import { comparePositions, type EventStore, type Position, type RecordedEvent } from '@cotejo/event-store';
import type { Pool } from 'pg';
import { describeFault } from './apply-batch.ts';
import { positionFromRow } from './lease.ts';
import { listParked, type ParkedStream } from './parked-streams.ts';
import { PROJECTED_CHANNEL, type ProjectionLog, type Projector } from './projector.ts';
import { writeTransaction } from './write-transaction.ts';

export interface RetryOptions {
  readonly pool: Pool;
  readonly store: EventStore;
  readonly projector: Projector;
  readonly log: ProjectionLog;
  readonly batch: number;
  readonly idleTimeoutMs: number;
}

export interface RetryOutcome {
  readonly stream: string;
  readonly ok: boolean;
  readonly error: string | null;
}

/** Applies what parked streams missed and lets them run on; what fails again stays parked. */
export async function retryParked(options: RetryOptions, stream?: string): Promise<readonly RetryOutcome[]> {
  const { pool, projector, log } = options;
  const of = { projector: projector.name, generation: projector.generation };
  const outcomes: RetryOutcome[] = [];
  for (const parked of await listParked(pool, stream === undefined ? of : { ...of, stream })) {
    try {
      await catchUp(options, parked);
      outcomes.push({ stream: parked.stream, ok: true, error: null });
      log.info({ projector: projector.name, stream: parked.stream }, 'parked stream runs again');
    } catch (error) {
      await noteFailure(pool, parked, describeFault(error));
      outcomes.push({ stream: parked.stream, ok: false, error: String(error) });
    }
  }
  return outcomes;
}

/**
 * The first statement raises the epoch: it locks the checkpoint, and a batch that the owner has in hand, which
 * skipped this stream, rolls back and is read anew with the stream in it. So nothing falls in between.
 */
async function catchUp({ pool, store, projector, batch, idleTimeoutMs }: RetryOptions, parked: ParkedStream) {
  const { name, generation } = projector;
  const from = await versionAt(store, parked.stream, parked.position);
  await writeTransaction(pool, idleTimeoutMs, async (tx) => {
    const [checkpoint] = await tx.query<{ position: string }>(
      `update es.checkpoint set epoch = epoch + 1 where projector = $1 and generation = $2
       returning position::text`,
      [name, generation],
    );
    const upTo = checkpoint ? positionFromRow(checkpoint.position) : null;
    let missed: RecordedEvent[] = [];
    for await (const event of store.read(parked.stream, { from })) {
      if (comparePositions(event.position, upTo) > 0) break;
      missed.push(event);
      if (missed.length < batch) continue;
      await projector.apply(missed, tx);
      missed = [];
    }
    if (missed.length > 0) await projector.apply(missed, tx);
    await tx.query('delete from es.parked where projector = $1 and generation = $2 and stream_id = $3', [
      name,
      generation,
      parked.stream,
    ]);
    await tx.query(`select pg_notify('${PROJECTED_CHANNEL}', $1)`, [name]);
  });
}

/** Version of the stream's event at a global position. */
async function versionAt(store: EventStore, stream: string, position: Position): Promise<bigint> {
  let version = 0n;
  for await (const event of store.read(stream, { direction: 'backwards' })) {
    if (comparePositions(event.position, position) < 0) break;
    version = event.version;
  }
  return version;
}

async function noteFailure(pool: Pool, { projector, generation, stream }: ParkedStream, error: string) {
  await pool.query(
    `update es.parked set attempts = attempts + 1, error = $4
      where projector = $1 and generation = $2 and stream_id = $3`,
    [projector, generation, stream, error],
  );
}
