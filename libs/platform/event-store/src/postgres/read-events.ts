import type { Pool, QueryConfig, QueryResult } from 'pg';
import { isoFromMicros } from '../hash-chain.ts';
import {
  EventStoreError,
  type EventMeta,
  type JsonObject,
  type Position,
  type ReadAllPage,
  type ReadOptions,
  type RecordedEvent,
  type StreamFilter,
} from '../port.ts';

const PAGE_EVENTS = 500;
/** A page ends with the event that passes this many bytes of content. */
const PAGE_BYTES = 4 * 1_048_576;
/** Positions scanned by one filtered page: bounds the work when the filter hides nearly all events. */
const WINDOW = 10_000;
const LAST_VERSION = 2n ** 63n - 1n;

interface EventRow {
  readonly position: string;
  readonly stream_id: string;
  readonly version: string;
  readonly event_id: string;
  readonly type: string;
  readonly schema_version: number;
  readonly data: JsonObject;
  readonly meta: EventMeta;
  readonly recorded_us: string;
  readonly content_hash: string;
  readonly link: string;
  /** Rows that the page would have without the limit on bytes. */
  readonly page_rows: number;
}

const COLUMNS = `position, stream_id, version, event_id, type, schema_version, data, meta, size,
  (extract(epoch from recorded_at) * 1000000)::bigint as recorded_us,
  encode(content_hash, 'hex') as content_hash, encode(link, 'hex') as link`;

/** Cuts the rows of `inner`, sorted by `key`, where their content passes PAGE_BYTES; the first row always remains. */
const cutAtBytes = (inner: string, key: string) => `
  select * from (
    select *, (count(*) over ())::int as page_rows, sum(size) over (order by ${key}) - size as bytes_before
      from (${inner}) rows_of_page
  ) measured where bytes_before < ${PAGE_BYTES}`;

const readStreamSql = (order: 'asc' | 'desc') =>
  `${cutAtBytes(
    `select ${COLUMNS} from es.event
    where stream_id = $1 and version >= $2 and version <= $3
      and ($5::bigint is null or position <= $5) and ($6::timestamptz is null or recorded_at <= $6)
    order by version ${order} limit $4`,
    `version ${order}`,
  )} order by version ${order}`;

const READ_FORWARDS = readStreamSql('asc');
const READ_BACKWARDS = readStreamSql('desc');

const READ_ALL = `
  select head.position as head, page.*
    from (select coalesce((select position from es.event order by position desc limit 1), 0) as position) head
    left join lateral (${cutAtBytes(
      `select ${COLUMNS} from es.event
        where position > $1 and position <= $1::bigint + ${WINDOW}
          and ($3::text[] is null or stream_id ^@ any ($3)) and ($4::text[] is null or type = any ($4))
        order by position limit $2`,
      'position',
    )}) page on true
   order by page.position`;

type RunQuery = (query: QueryConfig) => Promise<QueryResult<EventRow>>;

/** Reads one stream page by page, in either direction. */
export async function* readStream(
  run: RunQuery,
  stream: string,
  options: ReadOptions = {},
): AsyncIterable<RecordedEvent> {
  const backwards = options.direction === 'backwards';
  let [lowest, highest] = backwards ? [options.to, options.from] : [options.from, options.to];
  let left = options.limit ?? Number.POSITIVE_INFINITY;
  while (left > 0) {
    const asked = Math.min(left, PAGE_EVENTS);
    const { rows } = await run({
      name: backwards ? 'es-read-backwards' : 'es-read-forwards',
      text: backwards ? READ_BACKWARDS : READ_FORWARDS,
      values: [
        stream,
        String(lowest ?? 0n),
        String(highest ?? LAST_VERSION),
        asked,
        options.asOfPosition ?? null,
        options.asOfTime ?? null,
      ],
    });
    for (const row of rows) yield toEvent(row);
    const last = rows.at(-1);
    if (!last || (last.page_rows < asked && rows.length === last.page_rows)) return;
    left -= rows.length;
    if (backwards) highest = BigInt(last.version) - 1n;
    else lowest = BigInt(last.version) + 1n;
  }
}

/**
 * One page of the whole log.
 * @throws EventStoreError `invalid` when `after` lies ahead of the log
 */
export async function readAllPage(
  pool: Pool,
  after: Position | null,
  filter: StreamFilter = {},
  limit = PAGE_EVENTS,
): Promise<ReadAllPage> {
  const { rows } = await pool.query<Partial<EventRow> & { head: string }>({
    name: 'es-read-all',
    text: READ_ALL,
    values: [after ?? '0', limit, filter.streamPrefixes ?? null, filter.types ?? null],
  });
  const head = BigInt(rows[0]?.head ?? 0);
  const start = BigInt(after ?? 0);
  if (start > head) {
    throw new EventStoreError('invalid', `position ${after} lies ahead of the log, which ends at ${head}`);
  }
  const found = rows.filter((row): row is EventRow & { head: string } => typeof row.position === 'string');
  const last = found.at(-1);
  const isCut = last !== undefined && (last.page_rows === limit || found.length < last.page_rows);
  const windowEnd = start + BigInt(WINDOW) < head ? start + BigInt(WINDOW) : head;
  const next = isCut ? BigInt(last.position) : windowEnd;
  return { events: found.map(toEvent), next: next === 0n ? null : toPosition(next), atEnd: next >= head };
}

/** Position of the last event of the log. */
export async function readHead(pool: Pool): Promise<Position | null> {
  const { rows } = await pool.query<{ position: string }>({
    name: 'es-head',
    text: 'select position from es.event order by position desc limit 1',
  });
  return rows[0] ? toPosition(rows[0].position) : null;
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
    position: toPosition(row.position),
    recordedAt: isoFromMicros(BigInt(row.recorded_us)),
    contentHash: row.content_hash,
    link: row.link,
  };
}

export function toPosition(value: bigint | number | string): Position {
  return String(value) as Position;
}
