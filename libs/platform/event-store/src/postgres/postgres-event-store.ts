import { createPool } from '@cotejo/database/connections';
import type { Pool } from 'pg';
import { Backoff } from '../backoff.ts';
import { follow, type Follower, type Tail } from '../follow.ts';
import {
  EventStoreError,
  type AppendRequest,
  type Appended,
  type Command,
  type EventStore,
  type JsonValue,
  type Position,
  type ReadAllPage,
  type ReadOptions,
  type RecordedEvent,
  type SettledCommand,
  type SnapshotStore,
  type StoreIdentity,
  type StreamFilter,
  type StreamHead,
  type SubscribeOptions,
  type Subscription,
} from '../port.ts';
import { SharedTail } from '../shared-tail.ts';
import { momentFrom, prepareAppend, prepareConfirm } from '../validate.ts';
import { DEFAULT_TIMEOUTS, type EventStoreLog, type Timeouts } from './connect.ts';
import { CommitListener } from './commit-listener.ts';
import { GroupCommitter } from './group-committer.ts';
import type { Place, Verdict } from './group.ts';
import { mapPostgresError } from './map-error.ts';
import { PostgresSnapshots } from './postgres-snapshots.ts';
import { readAllPage, readHead, readStream, toPosition } from './read-events.ts';
import { WriterConnection } from './writer-connection.ts';

const READ_ATTEMPTS = 4;
/** Connections for writing: one writes while the other checks; a third would only wait. */
const WRITERS = 2;
const FORGOTTEN_AT_ONCE = 5_000;
/** Connections of quick followers: one queries the head while the other reads a page. */
const QUICK_READERS = 2;

export interface PostgresEventStoreOptions {
  /** Connects directly (LISTEN and prepared statements fail through a transaction pooler), as the application role. */
  readonly connectionString: string;
  /** Clock for the timestamps of events; default: the database's. */
  readonly now?: () => Date;
  /** Poll interval of followers in milliseconds, when no notification arrives. Default 1,000. */
  readonly pollMs?: number;
  readonly log?: EventStoreLog;
  readonly timeouts?: Partial<Timeouts>;
  /** Number of connections for reading. Default 4. */
  readonly readers?: number;
}

export interface PostgresEventStore extends EventStore {
  /**
   * Connects and refuses to continue when the server may lose acknowledged writes or the schema does not fit. Without
   * it, the first append makes the same check.
   * @throws EventStoreError `fatal`, or `transient` when the server cannot be reached
   */
  check(): Promise<void>;
}

/** Opens no connection yet: the server may still be down. */
export function createPostgresEventStore(options: PostgresEventStoreOptions): PostgresEventStore {
  return new PostgresAdapter(options);
}

class PostgresAdapter implements PostgresEventStore {
  readonly snapshots: SnapshotStore = new PostgresSnapshots((work) => this.reading(work));
  private readonly pool: Pool;
  private readonly quickPool: Pool;
  private readonly writers: readonly WriterConnection[];
  private readonly committer: GroupCommitter;
  private readonly doorbell: CommitListener;
  private readonly tail: SharedTail;
  private readonly followers = new Set<Follower>();
  private known: StoreIdentity | undefined;
  private isClosed = false;

  constructor({
    connectionString,
    now,
    pollMs = 1_000,
    log,
    timeouts,
    readers = 4,
  }: PostgresEventStoreOptions) {
    const { connectMs, attemptMs, appendMs, readMs } = { ...DEFAULT_TIMEOUTS, ...timeouts };
    const readerPool = (max: number, timeout: number): Pool =>
      createPool(
        {
          connectionString,
          application_name: 'cotejo-read',
          max,
          connectionTimeoutMillis: connectMs,
          query_timeout: timeout + 500,
          statement_timeout: timeout,
          keepAlive: true,
          allowExitOnIdle: true,
          // Plans are cached while the tables may still be empty: only index scans stay right as they grow.
          options: '-c enable_seqscan=off -c enable_bitmapscan=off',
        },
        (error) => log?.warn({ error }, 'an idle reading connection was lost'),
      );
    this.pool = readerPool(readers, readMs);
    // Short timeout: when the server goes silent, the read is soon repeated over another connection.
    this.quickPool = readerPool(QUICK_READERS, attemptMs);
    this.writers = Array.from(
      { length: WRITERS },
      (_, n) => new WriterConnection({ connectionString, connectMs, attemptMs, log, warnsOfPower: n === 0 }),
    );
    this.committer = new GroupCommitter(this.writers, {
      appendMs,
      nowMicros: now && (() => BigInt(now().getTime()) * 1_000n),
    });
    this.doorbell = new CommitListener({ connectionString, connectMs, pollMs });
    this.tail = new SharedTail({
      readPage: (after, filter) => this.readAll(after, { filter }),
      head: () => this.reading(readHead),
      waitBeyond: (after, signal) => this.doorbell.waitBeyond(after, signal),
    });
  }

  async check(): Promise<void> {
    this.refuseClosed();
    try {
      await Promise.all(this.writers.map((writer) => writer.open()));
    } catch (error) {
      throw mapPostgresError(error);
    }
  }

  async append(request: AppendRequest): Promise<Appended> {
    return toAppended(request.stream, await this.committer.submit(prepareAppend(request)));
  }

  async confirm(stream: string, version: bigint, commands: readonly Command[]): Promise<void> {
    toAppended(stream, await this.committer.submit(prepareConfirm(stream, version, commands)));
  }

  async settled(commandIds: readonly string[]): Promise<readonly SettledCommand[]> {
    const { rows } = await this.reading((pool) =>
      pool.query<{ id: string; intent_hash: string; stream_id: string; version: string; outcome: JsonValue }>(
        {
          name: 'es-settled',
          text: `select id, intent_hash, stream_id, version, outcome from es.command where id = any ($1)
                order by array_position($1, id)`,
          values: [commandIds],
        },
      ),
    );
    return rows.map(({ id, intent_hash: intentHash, stream_id: stream, version, outcome }) => ({
      id,
      intentHash,
      stream,
      version: BigInt(version),
      outcome,
    }));
  }

  async forget(commandIds: readonly string[]): Promise<void> {
    if (commandIds.length === 0) return this.refuseClosed();
    await this.reading((pool) =>
      pool.query({ name: 'es-forget', text: 'select es.forget($1)', values: [commandIds] }),
    );
  }

  async forgetIdle(before: string): Promise<number> {
    momentFrom(before);
    for (let total = 0; ;) {
      const { rows } = await this.reading((pool) =>
        pool.query<{ forgotten: number }>({
          name: 'es-forget-idle',
          text: 'select es.forget_idle($1, $2) as forgotten',
          values: [before, FORGOTTEN_AT_ONCE],
        }),
      );
      const forgotten = rows[0]?.forgotten ?? 0;
      total += forgotten;
      if (forgotten < FORGOTTEN_AT_ONCE) return total;
    }
  }

  async head(stream: string): Promise<StreamHead | null> {
    const { rows } = await this.reading((pool) =>
      pool.query<{ version: string; link: string }>({
        name: 'es-stream-head',
        text: `select version, encode(link, 'hex') as link from es.stream where stream_id = $1`,
        values: [stream],
      }),
    );
    return rows[0] ? { version: BigInt(rows[0].version), link: rows[0].link } : null;
  }

  async *read(stream: string, options?: ReadOptions): AsyncIterable<RecordedEvent> {
    this.refuseClosed();
    yield* readStream((query) => this.reading((pool) => pool.query(query)), stream, options);
  }

  readAll(
    after: Position | null,
    options: { filter?: StreamFilter; limit?: number } = {},
  ): Promise<ReadAllPage> {
    return this.reading((pool) => readAllPage(pool, after, options.filter, options.limit));
  }

  async subscribe(options: SubscribeOptions): Promise<Subscription> {
    this.refuseClosed();
    const tail = options.quick === true ? this.quickTail() : this.tail;
    const follower = await follow(tail, options, () => {
      this.followers.delete(follower);
      if (this.followers.size === 0) void this.tail.rest();
    });
    this.followers.add(follower);
    return follower;
  }

  async identity(): Promise<StoreIdentity> {
    if (!this.known) {
      const { rows } = await this.reading((pool) =>
        pool.query<StoreIdentity>(`select store_id as "storeId", incarnation from es.store`),
      );
      const [row] = rows;
      if (!row) throw new EventStoreError('fatal', 'es.store has no row: the schema was tampered with');
      this.known = row;
    }
    return this.known;
  }

  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    await Promise.all([...this.followers].map((follower) => follower.close()));
    await this.tail.rest();
    await this.committer.close();
    await Promise.all(this.writers.map((writer) => writer.close()));
    await this.doorbell.close();
    await Promise.all([this.pool.end(), this.quickPool.end()]);
  }

  private quickTail(): Tail {
    return this.tail.beside({
      readPage: (after, filter) => this.reading((pool) => readAllPage(pool, after, filter), this.quickPool),
      head: () => this.reading(readHead, this.quickPool),
    });
  }

  /** Reads are retried after a lost connection, since they have no effect. */
  private async reading<T>(work: (pool: Pool) => Promise<T>, pool = this.pool): Promise<T> {
    this.refuseClosed();
    const backoff = new Backoff(50, 500);
    for (let attempt = 1; ; attempt++) {
      try {
        return await work(pool);
      } catch (error) {
        const mapped = mapPostgresError(error);
        if (mapped.kind !== 'transient' || attempt === READ_ATTEMPTS || this.isClosed) throw mapped;
      }
      await backoff.wait();
    }
  }

  private refuseClosed(): void {
    if (this.isClosed) throw new EventStoreError('closed', 'the event store is closed');
  }
}

/** @throws EventStoreError when the verdict is a refusal */
function toAppended(stream: string, verdict: Verdict): Appended {
  if (!('conflict' in verdict || 'reused' in verdict || 'taken' in verdict)) {
    return 'replayed' in verdict ? fromPlace(verdict.replayed, true) : fromPlace(verdict, false);
  }
  if ('conflict' in verdict) {
    const actual = BigInt(verdict.conflict);
    throw new EventStoreError('conflict', `${stream} is at version ${actual}`, {
      actual,
      settled: verdict.settled,
    });
  }
  throw new EventStoreError(
    'invalid',
    'taken' in verdict
      ? `an event id of this append to ${stream} is taken`
      : `settled for another intent: ${verdict.reused.join(', ')}`,
  );
}

function fromPlace([version, position, link]: Place, replayed: boolean): Appended {
  return { version: BigInt(version), position: toPosition(position), link, replayed };
}
