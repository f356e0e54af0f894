import {
  isoFromMicros,
  type EventMeta,
  type JsonObject,
  type Position,
  type RecordedEvent,
  type StreamHead,
} from '@cotejo/event-store';
import type { Client } from 'pg';
import type { JournalEntry } from '../history/ledger.ts';

interface EventRow {
  readonly position: string;
  readonly stream_id: string;
  readonly version: string;
  readonly event_id: string;
  readonly type: string;
  readonly schema_version: number;
  readonly data: JsonObject;
  readonly meta: EventMeta;
  readonly micros: string;
  readonly content_hash: string;
  readonly link: string;
}

const PAGE = 2_000;

/** Reads the log after a position directly from the tables: the store's own reading code is under test. */
export async function* readLog(client: Client, after: Position | null): AsyncGenerator<RecordedEvent[]> {
  let last = after ?? '0';
  for (;;) {
    const { rows } = await client.query<EventRow>(
      `select position, stream_id, version, event_id, type, schema_version, data, meta,
              (extract(epoch from recorded_at) * 1000000)::bigint as micros,
              encode(content_hash, 'hex') as content_hash, encode(link, 'hex') as link
         from es.event where position > $1 order by position limit ${PAGE}`,
      [last],
    );
    if (rows.length === 0) return;
    yield rows.map(toEvent);
    last = rows.at(-1)?.position ?? last;
  }
}

function toEvent(row: EventRow): RecordedEvent {
  return {
    id: row.event_id,
    type: row.type,
    schemaVersion: row.schema_version,
    data: row.data,
    meta: row.meta,
    stream: row.stream_id,
    version: BigInt(row.version),
    position: row.position as Position,
    recordedAt: isoFromMicros(BigInt(row.micros)),
    contentHash: row.content_hash,
    link: row.link,
  };
}

/** Heads recorded by the store for these streams; of all streams when none is named. */
export async function readHeads(
  client: Client,
  streams?: readonly string[],
): Promise<ReadonlyMap<string, StreamHead>> {
  const { rows } = await client.query<{ stream_id: string; version: string; link: string }>(
    `select stream_id, version, encode(link, 'hex') as link from es.stream
      where $1::text[] is null or stream_id = any ($1)`,
    [streams ?? null],
  );
  return new Map(rows.map(({ stream_id, version, link }) => [stream_id, { version: BigInt(version), link }]));
}

/** Journal entries of these commands. */
export async function readJournal(
  client: Client,
  commands: readonly string[],
): Promise<ReadonlyMap<string, JournalEntry>> {
  const { rows } = await client.query<{ id: string; stream_id: string; version: string; outcome: unknown }>(
    'select id, stream_id, version, outcome from es.command where id = any ($1)',
    [commands],
  );
  return new Map(
    rows.map(({ id, stream_id: stream, version, outcome }) => [
      id,
      { id, stream, version: Number(version), outcome },
    ]),
  );
}

/** Position of the last event with this stream prefix and these types: where a subscriber with such a filter ends. */
export async function readEnd(
  client: Client,
  prefix: string,
  types: readonly string[] | null = null,
): Promise<bigint> {
  const { rows } = await client.query<{ position: string | null }>(
    `select max(position) as position from es.event
      where stream_id ^@ $1 and ($2::text[] is null or type = any ($2))`,
    [prefix, types],
  );
  return BigInt(rows[0]?.position ?? 0);
}
