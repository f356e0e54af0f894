import { createPool } from '@cotejo/database/connections';
import type { Pool, QueryResultRow } from 'pg';
import { z } from 'zod';
import { EventStoreError, type JsonValue, type SettledCommand, type StoreIdentity } from '../port.ts';
import type { EventStoreLog } from '../postgres/connect.ts';
import { mapPostgresError } from '../postgres/map-error.ts';
import { Batching } from './batching.ts';
import { repeating } from './connection.ts';
import { IMPORT_HINT } from './refuse-other-log.ts';

const ATTEMPTS = 4;
const FORGOTTEN_AT_ONCE = 5_000;

const big = z.string().transform(BigInt);
const settledRow = z.object({
  i: z.string(),
  h: z.string(),
  s: z.string(),
  v: z.number().transform(BigInt),
  o: z.custom<JsonValue>((value) => value !== undefined),
});
const claimed = z.object({
  epoch: z.string(),
  settled: z.array(settledRow),
  busy: z.array(z.string()),
  old: z.array(z.string()),
  head: z.tuple([big, z.string(), big]).nullable(),
  events: z.array(z.tuple([z.string(), z.string(), big])),
});

/** One request for claims. */
export interface Asked {
  readonly stream: string;
  readonly kind: 'append' | 'confirm';
  /** UUID of the claiming call: it may renew its own claim. */
  readonly token: string;
  readonly commands: readonly string[];
  readonly events: readonly string[];
}

export interface IndexedHead {
  readonly version: bigint;
  readonly link: string;
  readonly recordedMicros: bigint;
}

/** State of the index that concerns one request. */
export interface Known {
  /** Changes when PostgreSQL lost the claims in a crash. */
  readonly epoch: string;
  readonly settled: readonly SettledCommand[];
  /** Commands that another call is about to settle. */
  readonly busy: readonly string[];
  /** Commands whose claim was taken over: the former holder may have settled them. */
  readonly old: readonly string[];
  readonly head: IndexedHead | null;
  /** Events of the request that are in the log already, by id. */
  readonly events: ReadonlyMap<string, { readonly stream: string; readonly version: bigint }>;
}

/** A page of the log in the form of the index; the tuples are those of `es.kurrent_advance`. */
export interface IndexPage {
  readonly after: bigint;
  readonly to: bigint;
  readonly count: number;
  readonly events: readonly (readonly [id: string, stream: string, version: string])[];
  readonly heads: readonly (readonly [stream: string, version: string, link: string, recorded: string])[];
  readonly commands: readonly {
    readonly i: string;
    readonly h: string;
    readonly s: string;
    readonly v: string;
    readonly o: JsonValue;
    readonly t: string;
  }[];
}

export interface SideTablesOptions {
  readonly connectionString: string;
  readonly connectMs: number;
  readonly readMs: number;
  readonly log?: EventStoreLog | undefined;
}

/** The Postgres tables that accompany a log in KurrentDB (migrations 7 to 9). */
export class SideTables {
  private readonly pool: Pool;
  private readonly claims = new Batching<Asked, Known>((requests) => this.claimAll(requests));
  private isClosed = false;

  constructor({ connectionString, connectMs, readMs, log }: SideTablesOptions) {
    this.pool = createPool(
      {
        connectionString,
        application_name: 'cotejo-kurrent-index',
        max: 4,
        connectionTimeoutMillis: connectMs,
        query_timeout: readMs + 500,
        statement_timeout: readMs,
        keepAlive: true,
        allowExitOnIdle: true,
      },
      (error) => log?.warn({ error }, 'an idle connection of the index was lost'),
    );
  }

  /**
   * Binds this database to a store and its incarnation.
   * @param as a server refuses a log whose import is unfinished, an archive does not
   * @throws EventStoreError `fatal` when the database holds another log
   */
  async bind({ storeId, incarnation }: StoreIdentity, as: 'server' | 'archive'): Promise<void> {
    await this.query('select es.kurrent_open($1, $2, $3)', [storeId, incarnation, as === 'archive']);
  }

  /** Rebinds this database to the store that its log continues; needs the owner role. */
  async adopt({ storeId, incarnation }: StoreIdentity): Promise<void> {
    await this.query('select es.kurrent_adopt($1, $2)', [storeId, incarnation]);
  }

  /** Marks the import begun with `adopt` as complete; needs the owner role. */
  async finish(): Promise<void> {
    await this.query('select es.kurrent_finish()');
  }

  /** Position up to which the log is indexed; null before the first event. */
  async position(): Promise<bigint | null> {
    const [row] = await this.query<{ position: string }>('select position from es.kurrent_index');
    const position = BigInt(row?.position ?? -1);
    return position < 0n ? null : position;
  }

  /** Applies a page unless another node did; resolves with the position of the index. */
  async advance(storeId: string, page: IndexPage): Promise<bigint | null> {
    const asked = { ...page, after: String(page.after), to: String(page.to), store: storeId };
    const [row] = await this.query<{ position: string }>('select es.kurrent_advance($1) as position', [
      JSON.stringify(asked),
    ]);
    const position = BigInt(row?.position ?? -1);
    return position < 0n ? null : position;
  }

  /**
   * Claims commands that are about to be settled, unless they are settled or claimed by another call. Claims of several
   * streams share one call to Postgres.
   */
  async claim(asked: Asked): Promise<Known> {
    return this.claims.ask(asked);
  }

  private async claimAll(requests: readonly Asked[]): Promise<Known[]> {
    const asked = requests.map(({ stream: s, kind: k, token: t, commands: c, events: e }) => ({
      ...{ s, k, t, c, e },
    }));
    const rows = await this.query<{ known: unknown }>(
      'select es.kurrent_claim(asked) as known from jsonb_array_elements($1::jsonb) asked',
      [JSON.stringify(asked)],
    );
    return rows.map(({ known }) => toKnown(known));
  }

  /** The given event ids that are in the log. */
  async find(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.query<{ id: string }>(
      'select event_id as id from es.kurrent_event where event_id = any ($1::uuid[])',
      [ids],
    );
    return new Set(rows.map(({ id }) => id));
  }

  async release(token: string, commands: readonly string[]): Promise<void> {
    if (commands.length > 0) await this.query('select es.kurrent_release($1, $2)', [token, commands]);
  }

  /** Settles commands that wrote no event; resolves with the number of new ones. */
  async settle(commands: readonly (SettledCommand & { readonly atMicros?: bigint })[]): Promise<number> {
    const rows = commands.map(({ id, intentHash, stream, version, outcome, atMicros }) => ({
      i: id,
      h: intentHash,
      s: stream,
      v: String(version),
      o: outcome,
      ...(atMicros !== undefined && { t: String(atMicros) }),
    }));
    const [row] = await this.query<{ added: number }>('select es.kurrent_settle($1) as added', [
      JSON.stringify(rows),
    ]);
    return row?.added ?? 0;
  }

  async settled(ids: readonly string[]): Promise<SettledCommand[]> {
    return (
      await this.query<CommandRow>(
        `select ${COMMAND_COLUMNS} from es.command where id = any ($1) order by array_position($1, id)`,
        [ids],
      )
    ).map(toSettled);
  }

  async commandsAfter(after: string | null, limit: number): Promise<SettledCommand[]> {
    return (
      await this.query<CommandRow>(
        `select ${COMMAND_COLUMNS} from es.command where $1::text is null or id > $1 order by id limit $2`,
        [after, limit],
      )
    ).map(toSettled);
  }

  /** Heads of all streams and the number of events behind them, at one moment of the index. */
  async heads(): Promise<{
    readonly events: bigint;
    readonly heads: readonly { readonly stream: string; readonly version: bigint; readonly link: string }[];
  }> {
    const [row] = await this.query<{ events: string; heads: [string, string, string][] | null }>(
      `select i.events,
              (select jsonb_agg(jsonb_build_array(stream_id, version::text, encode(link, 'hex')) order by stream_id)
                 from es.stream) as heads
         from es.kurrent_index i`,
    );
    const heads = (row?.heads ?? []).map(([stream, version, link]) => ({
      stream,
      version: BigInt(version),
      link,
    }));
    return { events: BigInt(row?.events ?? 0), heads };
  }

  async forget(ids: readonly string[]): Promise<void> {
    await this.query('select es.forget($1)', [ids]);
  }

  async forgetIdle(before: string): Promise<number> {
    for (let total = 0; ;) {
      const [row] = await this.query<{ forgotten: number }>('select es.forget_idle($1, $2) as forgotten', [
        before,
        FORGOTTEN_AT_ONCE,
      ]);
      const forgotten = row?.forgotten ?? 0;
      total += forgotten;
      if (forgotten < FORGOTTEN_AT_ONCE) return total;
    }
  }

  /**
   * Runs work on the pool, retried after a lost connection: each statement here is idempotent, except a claim, whose
   * second run only prolongs it.
   */
  async guarded<T>(work: (pool: Pool) => Promise<T>): Promise<T> {
    return repeating(ATTEMPTS, async () => {
      if (this.isClosed) throw new EventStoreError('closed', 'the event store is closed');
      try {
        return await work(this.pool);
      } catch (error) {
        throw toRefusal(error);
      }
    });
  }

  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    await this.pool.end();
  }

  private async query<R extends QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<R[]> {
    return this.guarded(async (pool) => (await pool.query<R>(text, [...values])).rows);
  }
}

function toKnown(answer: unknown): Known {
  const { settled, events, ...known } = claimed.parse(answer);
  return {
    ...known,
    settled: settled.map(({ i, h, s: stream, v, o }) => ({
      id: i,
      intentHash: h,
      stream,
      version: v,
      outcome: o,
    })),
    head: known.head && { version: known.head[0], link: known.head[1], recordedMicros: known.head[2] },
    events: new Map(events.map(([id, stream, version]) => [id, { stream, version }])),
  };
}

interface CommandRow {
  readonly id: string;
  readonly intent_hash: string;
  readonly stream_id: string;
  readonly version: string;
  readonly outcome: JsonValue;
}
const COMMAND_COLUMNS = 'id, intent_hash, stream_id, version, outcome';

function toSettled(row: CommandRow): SettledCommand {
  return {
    id: row.id,
    intentHash: row.intent_hash,
    stream: row.stream_id,
    version: BigInt(row.version),
    outcome: row.outcome,
  };
}

/** Advice for the operator by SQLSTATE raised in migration 7. */
const WAY_ON: Readonly<Record<string, string>> = {
  ES010: IMPORT_HINT,
  ES011: IMPORT_HINT,
  ES012: 'run `npm run log -- import` again with the same file: it goes on where it stopped',
};

function toRefusal(error: unknown): EventStoreError {
  const code: unknown =
    typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  const wayOn = typeof code === 'string' ? WAY_ON[code] : undefined;
  if (wayOn === undefined) return mapPostgresError(error);
  const message = error instanceof Error ? error.message : String(error);
  return new EventStoreError('fatal', `KURRENTDB_URL: ${message}; ${wayOn}`, { cause: error });
}
