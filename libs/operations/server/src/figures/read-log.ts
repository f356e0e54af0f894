import type { EventStore, TimesOfCalls } from '@cotejo/event-store';
import type { LogFigures, StoreConnection } from '@cotejo/operations-contracts';
import type { Pool } from 'pg';

interface PostgresFigures {
  readonly events: string;
  readonly streams: string;
  readonly stream: string | null;
  readonly type: string | null;
  readonly recordedAt: Date | null;
}

/**
 * Positions are dense, so the last one equals the number of events, purged ones included. One index lookup and a count
 * of streams: cheap enough for a request every other second.
 */
const FIGURES = /* sql */ `
  select coalesce(last.position, 0)::text as events, (select count(*) from es.stream)::text as streams,
         last.stream_id as stream, last.type, last.recorded_at as "recordedAt"
    from es.store
    left join lateral (
      select position, stream_id, type, recorded_at from es.event order by position desc limit 1) last on true
   where store_id = $1`;

/** Size and last event of the log; only the identity when the log is stored outside this database. */
export async function readLog(store: EventStore, pool: Pool): Promise<LogFigures> {
  const { storeId, incarnation } = await store.identity();
  const { rows } = await pool.query<PostgresFigures>(FIGURES, [storeId]);
  const [here] = rows;
  const connection = connectionOf(store);
  if (!here) return { storeId, incarnation, events: null, streams: null, last: null, connection };
  const { stream, type, recordedAt } = here;
  return {
    storeId,
    incarnation,
    events: Number(here.events),
    streams: Number(here.streams),
    last:
      stream === null || type === null || recordedAt === null
        ? null
        : { stream, type, recordedAt: recordedAt.toISOString() },
    connection,
  };
}

function connectionOf(store: EventStore): StoreConnection | null {
  const figures = store.figures?.();
  if (figures === undefined) return null;
  const { leader, servers, lagMs, appends, reads, reconnections } = figures;
  const times = (calls: TimesOfCalls | null) => calls && { median: calls.medianMs, p95: calls.p95Ms };
  return {
    ...{ leader, lagMs, reconnections },
    alive: servers.alive,
    servers: servers.all,
    appends: times(appends),
    reads: times(reads),
  };
}
