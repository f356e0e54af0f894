import {
  comparePositions,
  EventStoreError,
  type EventStore,
  type Position,
  type StreamFilter,
} from '@cotejo/event-store';
import type { Pool } from 'pg';

/** Distance of a projection from the end of the log. */
export interface ProjectionLag {
  /** Number of events after its position. */
  readonly events: number;
  /** False when there are at least `events`: the store cannot count, and reading all of them is expensive. */
  readonly exact: boolean;
  /** Last position of the log, as far as it was counted; null when unknown or the log is empty. */
  readonly head: Position | null;
  /** When the first unprojected event was recorded; null when there is none. */
  readonly since: Date | null;
}

/** Maximum number of events read for counting. */
const MOST_READ = 2_000;
const PAGE = 500;

/**
 * Counts the events after a position. Positions are opaque and cannot be subtracted: the events are counted in the
 * database when the log is there, else by reading, up to a limit.
 * @throws EventStoreError `invalid` when the position lies ahead of the log
 */
export async function readLag(
  pool: Pool,
  store: EventStore,
  position: Position | null,
  filter: StreamFilter = {},
): Promise<ProjectionLag> {
  if (!(await liesIn(pool, store))) return countByReading(store, position, filter);
  const { rows } = await pool.query<Omit<ProjectionLag, 'exact'>>(
    `select count(*)::int as events, min(recorded_at) as since,
            (select max(position)::text from es.event) as head
       from es.event
      where position > $1 and ($2::text[] is null or stream_id ^@ any ($2))
        and ($3::text[] is null or type = any ($3))`,
    [position ?? '0', filter.streamPrefixes ?? null, filter.types ?? null],
  );
  const [row] = rows;
  if (!row) throw new Error('an aggregate gave no row');
  if (comparePositions(position, row.head) > 0) {
    throw new EventStoreError('invalid', `position ${position} lies ahead of the log`);
  }
  return { ...row, exact: true };
}

/** Whether this database holds the store's log: with another adapter its event table may be empty, or old. */
async function liesIn(pool: Pool, store: EventStore): Promise<boolean> {
  const { storeId, incarnation } = await store.identity();
  const { rowCount } = await pool.query('select from es.store where store_id = $1 and incarnation = $2', [
    storeId,
    incarnation,
  ]);
  return rowCount === 1;
}

async function countByReading(
  store: EventStore,
  position: Position | null,
  filter: StreamFilter,
): Promise<ProjectionLag> {
  let events = 0;
  let since: Date | null = null;
  let after = position;
  while (events < MOST_READ) {
    const page = await store.readAll(after, { filter, limit: PAGE });
    since ??= page.events[0] ? new Date(page.events[0].recordedAt) : null;
    events += page.events.length;
    if (page.atEnd || page.next === null) return { events, exact: true, head: page.next, since };
    after = page.next;
  }
  return { events, exact: false, head: null, since };
}
