import { createPool } from '@cotejo/database/connections';
import type { Pool } from 'pg';
import type { ArchivedEvent, ArchivePage, LogArchive, LogHeads } from '../archive/log-archive.ts';
import { canonicalContent, isoFromMicros, microsFromIso } from '../hash-chain.ts';
import {
  EventStoreError,
  type EventMeta,
  type JsonObject,
  type JsonValue,
  type Position,
  type SettledCommand,
  type StoreIdentity,
} from '../port.ts';
import { mapPostgresError } from './map-error.ts';
import { toPosition } from './read-events.ts';

const CONNECT_MS = 5_000;
/** Milliseconds. Long enough for the heads of a large log or a large batch; no interactive request waits for them. */
const STATEMENT_MS = 120_000;
/** A page ends with the event that passes this many bytes of content. */
const PAGE_BYTES = 4 * 1_048_576;

export interface PostgresArchiveOptions {
  /** Reading needs the application role; writing and adopting need the owner. */
  readonly connectionString: string;
}

/** The whole log in Postgres, purged streams included. Opens no connection yet. */
export function createPostgresArchive({ connectionString }: PostgresArchiveOptions): LogArchive {
  return new PostgresArchive(connectionString);
}

interface Row {
  readonly position: string;
  readonly stream_id: string;
  readonly version: string;
  readonly event_id: string | null;
  readonly type: string;
  readonly schema_version: number;
  readonly data: JsonObject;
  readonly meta: EventMeta;
  /** Null for an infinite timestamp. */
  readonly recorded_us: string | null;
  readonly content_hash: string;
  readonly link: string;
  readonly size: number;
}

const PLACED = `position, stream_id, version,
  case when isfinite(recorded_at) then (extract(epoch from recorded_at) * 1000000)::bigint end as recorded_us,
  encode(content_hash, 'hex') as content_hash, encode(link, 'hex') as link`;

const PAGE = `
  select * from (
    select *, sum(size) over (order by position) - size as bytes_before from (
      (select ${PLACED}, event_id, type, schema_version, data, meta, size
         from es.event where position > $1 order by position limit $2)
      union all
      (select ${PLACED}, null, null, null, null, null, 0
         from es.withheld where position > $1 order by position limit $2)
      order by position limit $2
    ) page
  ) measured where bytes_before < ${PAGE_BYTES} order by position`;

/** Positions are dense, so the last one is the number of events. A single statement reads one consistent moment. */
const HEADS = `
  select log.events, s.stream_id, s.version, encode(s.link, 'hex') as link
    from (select greatest(
            coalesce((select position from es.event order by position desc limit 1), 0),
            coalesce((select position from es.withheld order by position desc limit 1), 0)) as events) log
    left join es.stream s on true
   order by s.stream_id`;

class PostgresArchive implements LogArchive {
  readonly isDense = true;
  private readonly pool: Pool;

  constructor(connectionString: string) {
    this.pool = createPool({
      connectionString,
      application_name: 'cotejo-archive',
      max: 2,
      connectionTimeoutMillis: CONNECT_MS,
      statement_timeout: STATEMENT_MS,
      query_timeout: STATEMENT_MS + 5_000,
      allowExitOnIdle: true,
      // Plans are cached while the tables may still be empty: only index scans stay right as they grow.
      options: '-c enable_seqscan=off -c enable_bitmapscan=off',
    });
  }

  async identity(): Promise<StoreIdentity> {
    const [row] = await this.query<StoreIdentity>('select store_id as "storeId", incarnation from es.store');
    if (!row) throw new EventStoreError('fatal', 'es.store has no row: the schema was tampered with');
    return row;
  }

  async page(after: Position | null, limit: number): Promise<ArchivePage> {
    const rows = await this.query<Row>({
      name: 'es-archive-page',
      text: PAGE,
      values: [after ?? '0', limit],
    });
    const last = rows.at(-1);
    const next = last ? toPosition(last.position) : after;
    // A short page may have been cut by its bytes, so it is the last only if no event follows it.
    return { events: rows.map(toArchived), next, atEnd: rows.length < limit && !(await this.goesOn(next)) };
  }

  async heads(): Promise<LogHeads> {
    const rows = await this.query<{
      events: string;
      stream_id: string | null;
      version: string;
      link: string;
    }>(HEADS);
    const heads = rows.flatMap(({ stream_id: stream, version, link }) =>
      stream === null ? [] : [{ stream, version: BigInt(version), link }],
    );
    return { events: BigInt(rows[0]?.events ?? 0), heads };
  }

  async commands(after: string | null, limit: number): Promise<readonly SettledCommand[]> {
    const rows = await this.query<{
      id: string;
      intent_hash: string;
      stream_id: string;
      version: string;
      outcome: JsonValue;
    }>({
      name: 'es-archive-commands',
      text: `select id, intent_hash, stream_id, version, outcome from es.command
              where $1::text is null or id > $1 order by id limit $2`,
      values: [after, limit],
    });
    return rows.map(({ id, intent_hash: intentHash, stream_id: stream, version, outcome }) => ({
      id,
      intentHash,
      stream,
      version: BigInt(version),
      outcome,
    }));
  }

  async write(events: readonly ArchivedEvent[]): Promise<void> {
    if (events.length === 0) return;
    await this.query({
      name: 'es-archive-write',
      text: 'select es.import_events($1::jsonb)',
      values: [`[${events.map(toImported).join(',')}]`],
    });
  }

  async writeCommands(commands: readonly SettledCommand[]): Promise<void> {
    if (commands.length === 0) return;
    const rows = commands.map((command) => ({ ...command, version: String(command.version) }));
    await this.query('select es.import_commands($1::jsonb)', [JSON.stringify(rows)]);
  }

  async adopt(storeId: string): Promise<StoreIdentity> {
    await this.query('select es.adopt($1)', [storeId]);
    return this.identity();
  }

  async finish(): Promise<void> {
    await this.query('select es.finish_import()');
  }

  async close(): Promise<void> {
    if (!this.pool.ended && !this.pool.ending) await this.pool.end();
  }

  private async goesOn(after: Position | null): Promise<boolean> {
    const [row] = await this.query<{ found: boolean }>({
      name: 'es-archive-goes-on',
      text: `select exists (select from es.event where position > $1)
                 or exists (select from es.withheld where position > $1) as found`,
      values: [after ?? '0'],
    });
    return row?.found === true;
  }

  private async query<T extends object>(
    query: string | { readonly name: string; readonly text: string; readonly values: unknown[] },
    values?: unknown[],
  ): Promise<T[]> {
    try {
      const { rows } = await this.pool.query<T>(query, values);
      return rows;
    } catch (error) {
      throw mapPostgresError(error);
    }
  }
}

/** An invalid timestamp was written by an attacker: it is returned as text, so that verification reports it. */
function momentOf(micros: string | null): string {
  if (micros === null) return 'infinity';
  try {
    return isoFromMicros(BigInt(micros));
  } catch {
    return micros;
  }
}

function toArchived(row: Row): ArchivedEvent {
  const placed = {
    stream: row.stream_id,
    version: BigInt(row.version),
    position: toPosition(row.position),
    recordedAt: momentOf(row.recorded_us),
    contentHash: row.content_hash,
    link: row.link,
  };
  if (row.event_id === null) return { withheld: true, ...placed };
  const { event_id: id, type, schema_version: schemaVersion, data, meta, size: notedSize } = row;
  return { id, type, schemaVersion, data, meta, notedSize, ...placed };
}

/** Input form of `es.import_events`. */
function toImported(event: ArchivedEvent): string {
  const { stream, version, recordedAt, contentHash, link } = event;
  const place = `{"s":${JSON.stringify(stream)},"v":${version},"u":${microsFromIso(recordedAt)},"h":"${contentHash}","l":"${link}"`;
  if ('withheld' in event) return `${place}}`;
  const content = canonicalContent(event);
  return `${place},"z":${Buffer.byteLength(content)},"e":${content}}`;
}
