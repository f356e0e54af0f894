import { comparePositions, type EventStore, type RecordedEvent } from '@cotejo/event-store';
import type { Pool } from 'pg';
import { describeFault } from './apply-batch.ts';
import { faultKindOf, Fenced } from './classify-fault.ts';
import { ATTEMPTS } from './fold-log.ts';
import { LEASE_MS, positionFromRow } from './lease.ts';
import { listParked, versionAt, type Generation, type ParkedStream } from './parked-streams.ts';
import { ProjectionError } from './projection-error.ts';
import { LIVE_SCHEMA, PROJECTED_CHANNEL, type ProjectionLog, type Projector } from './projector.ts';
import { readSkips } from './skipped-events.ts';
import { writeTransaction } from './write-transaction.ts';

export interface RetryOptions {
  readonly pool: Pool;
  readonly store: EventStore;
  readonly projector: Projector;
  readonly log: ProjectionLog;
  readonly batch?: number;
  readonly leaseMs?: number;
}

export interface RetryOutcome {
  readonly stream: string;
  readonly ok: boolean;
  readonly error: string | null;
}

/** A generation and the schema of its tables. */
interface Target extends Generation {
  readonly schema: string;
}

const BATCH = 1_000;

/**
 * Applies the events that parked streams missed and unparks them; streams that fail again stay parked. Runs in any
 * process, beside the one that projects.
 * @throws ProjectionError `newer` or `busy` when the live rows are of another version than this code
 */
export async function retryParked(options: RetryOptions, stream?: string): Promise<readonly RetryOutcome[]> {
  const { pool, projector } = options;
  const { rows } = await pool.query<{ generation: number; version: number }>(
    'select live_generation as generation, live_version as version from es.projection where projector = $1',
    [projector.name],
  );
  const [live] = rows;
  if (!live) return [];
  if (live.version !== projector.version) {
    const isNewer = live.version > projector.version;
    const versions = `version ${live.version}, this code is version ${projector.version}`;
    throw new ProjectionError(isNewer ? 'newer' : 'busy', projector.name, `the rows are of ${versions}`);
  }
  const target = { projector: projector.name, generation: live.generation, schema: LIVE_SCHEMA };
  return retryGeneration(options, target, stream);
}

/** Retries the parked streams of one generation, live or not. */
export async function retryGeneration(
  options: RetryOptions,
  target: Target,
  stream?: string,
): Promise<readonly RetryOutcome[]> {
  const { pool, projector, log } = options;
  const { generation } = target;
  const of = { projector: projector.name, generation };
  const outcomes: RetryOutcome[] = [];
  for (const parked of await listParked(pool, stream === undefined ? of : { ...of, stream })) {
    try {
      await patiently(() => catchUp(options, target, parked));
      outcomes.push({ stream: parked.stream, ok: true, error: null });
      log.info({ projector: projector.name, stream: parked.stream }, 'parked stream runs again');
    } catch (error) {
      await noteFailure(pool, parked, describeFault(error));
      outcomes.push({ stream: parked.stream, ok: false, error: String(error) });
    }
  }
  return outcomes;
}

/** Transient faults are retried: a deadlock with the owner's batch or a cut connection is not the stream's fault. */
async function patiently(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (faultKindOf(error) !== 'transient' || attempt === ATTEMPTS) throw error;
    }
  }
}

/**
 * The first statement raises the epoch: it locks the checkpoint, and a batch in flight at the owner, which skipped this
 * stream, rolls back and is read again with the stream included. So no event falls between the two.
 */
async function catchUp(
  options: RetryOptions,
  { generation, schema }: Target,
  parked: ParkedStream,
): Promise<void> {
  const { pool, store, projector, batch = BATCH, leaseMs: idleTimeoutMs = LEASE_MS } = options;
  const { name } = projector;
  const from = await versionAt(store, parked.stream, parked.position);
  const skips = await readSkips(store, name);
  await writeTransaction(pool, { schema, idleTimeoutMs }, async (tx) => {
    const [checkpoint] = await tx.query<{ position: string }>(
      `update es.checkpoint set epoch = epoch + 1 where projector = $1 and generation = $2
       returning position::text`,
      [name, generation],
    );
    // The tables were replaced by newer ones, built with or without this stream.
    if (!checkpoint) throw new Fenced(name);
    const upTo = positionFromRow(checkpoint.position);
    let missed: RecordedEvent[] = [];
    for await (const event of store.read(parked.stream, { from })) {
      if (comparePositions(event.position, upTo) > 0) break;
      if (!skips.has(event)) missed.push(event);
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

async function noteFailure(pool: Pool, { projector, generation, stream }: ParkedStream, error: string) {
  await pool.query(
    `update es.parked set attempts = attempts + 1, error = $4
      where projector = $1 and generation = $2 and stream_id = $3`,
    [projector, generation, stream, error],
  );
}
