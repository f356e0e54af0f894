import { comparePositions, type EventStore, type Position } from '@cotejo/event-store';
import type { Pool } from 'pg';
import type { ProjectionTransaction } from './projector.ts';

/** One generation of a projector's tables. */
export interface Generation {
  readonly projector: string;
  readonly generation: number;
}

/** A stream parked by a projector: its rows are in the state before the event at `position`. */
export interface ParkedStream extends Generation {
  readonly stream: string;
  readonly position: Position;
  readonly attempts: number;
  readonly error: string;
  readonly parkedAt: Date;
}

/** Parks a stream from the event at `position` on. */
export async function parkStream(
  tx: ProjectionTransaction,
  { projector, generation }: Generation,
  stream: string,
  position: Position,
  attempts: number,
  error: string,
): Promise<void> {
  await tx.query(
    `insert into es.parked (projector, generation, stream_id, position, attempts, error)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (projector, generation, stream_id) do nothing`,
    [projector, generation, stream, position, attempts, error],
  );
}

/** Parked streams of one projector or of all, oldest first. */
export async function listParked(
  pool: Pool,
  of: { readonly projector?: string; readonly generation?: number; readonly stream?: string } = {},
): Promise<readonly ParkedStream[]> {
  const { rows } = await pool.query<ParkedStream>(
    `select projector, generation, stream_id as stream, position::text, attempts, error, parked_at as "parkedAt"
       from es.parked
      where ($1::text is null or projector = $1) and ($2::int is null or generation = $2)
        and ($3::text is null or stream_id = $3)
      order by parked_at, stream_id`,
    [of.projector ?? null, of.generation ?? null, of.stream ?? null],
  );
  return rows;
}

/** Version of the stream's event at a global position. */
export async function versionAt(store: EventStore, stream: string, position: Position): Promise<bigint> {
  let version = 0n;
  for await (const event of store.read(stream, { direction: 'backwards' })) {
    if (comparePositions(event.position, position) < 0) break;
    version = event.version;
  }
  return version;
}
