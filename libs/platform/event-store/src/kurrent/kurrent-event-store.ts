import { follow, type Follower } from '../follow.ts';
import {
  EventStoreError,
  type AppendRequest,
  type Appended,
  type Command,
  type EventStore,
  type Position,
  type ReadAllOptions,
  type ReadAllPage,
  type ReadOptions,
  type RecordedEvent,
  type SettledCommand,
  type SnapshotStore,
  type StoreFigures,
  type StoreIdentity,
  type StreamHead,
  type SubscribeOptions,
  type Subscription,
} from '../port.ts';
import { DEFAULT_TIMEOUTS, type EventStoreLog, type Timeouts } from '../postgres/connect.ts';
import { PostgresSnapshots } from '../postgres/postgres-snapshots.ts';
import { sharingRuns } from '../sharing-runs.ts';
import { SharedTail } from '../shared-tail.ts';
import { passesFilter } from '../stream-filter.ts';
import { momentFrom, prepareAppend, prepareConfirm } from '../validate.ts';
import { Appender } from './appender.ts';
import { ClusterMembers } from './cluster-members.ts';
import { KurrentConnection, repeating, type KurrentModule } from './connection.ts';
import { LiveLog } from './live-log.ts';
import { LogIndex } from './log-index.ts';
import { OwnWrites } from './own-writes.ts';
import { LogReader } from './read-log.ts';
import { SideTables } from './side-tables.ts';
import { identityStream, openIdentity } from './store-identity.ts';

const PAGE = 500;
const ATTEMPTS = 4;

export interface KurrentEventStoreOptions {
  /** Connection string of the official client: `kurrentdb://…` or `kurrentdb+discover://…`. */
  readonly url: string;
  /** Postgres with the side tables (commands, heads, snapshots), as the application role. */
  readonly connectionString: string;
  /**
   * Prefix of every stream name, so that several logs fit on one server. Empty by default: then the log is the whole
   * server, except system streams and events not written by Cotejo.
   */
  readonly namespace?: string;
  /** Clock for the timestamps of events; default: this machine's. */
  readonly now?: () => Date;
  /** Poll interval of followers in milliseconds, when no live notification arrives. Default 1,000. */
  readonly pollMs?: number;
  readonly log?: EventStoreLog;
  readonly timeouts?: Partial<Timeouts>;
  /** Loads the client; replaced in tests. */
  readonly load?: () => Promise<KurrentModule>;
}

export interface KurrentEventStore extends EventStore {
  /**
   * Connects once to KurrentDB and Postgres and refuses to continue if they do not belong together.
   * @throws EventStoreError `fatal`, or `transient` when one cannot be reached
   */
  check(): Promise<void>;
}

/** Opens no connection yet: the servers may still be down. */
export function createKurrentEventStore(options: KurrentEventStoreOptions): KurrentEventStore {
  return new KurrentAdapter(options);
}

class KurrentAdapter implements KurrentEventStore {
  readonly snapshots: SnapshotStore;
  private readonly connection: KurrentConnection;
  private readonly reader: LogReader;
  private readonly tables: SideTables;
  private readonly live: LiveLog;
  private readonly headNow: () => Promise<bigint | null>;
  private readonly members: ClusterMembers;
  private readonly index: LogIndex;
  private readonly appender: Appender;
  private readonly tail: SharedTail;
  private readonly followers = new Set<Follower>();
  private readonly namespace: string;
  private readonly attemptMs: number;
  private opening: Promise<StoreIdentity> | undefined;
  private isClosed = false;

  constructor(options: KurrentEventStoreOptions) {
    const {
      url,
      connectionString,
      namespace = '',
      now = () => new Date(),
      pollMs = 1_000,
      log,
      load,
    } = options;
    const { connectMs, attemptMs, appendMs, readMs } = { ...DEFAULT_TIMEOUTS, ...options.timeouts };
    this.namespace = namespace;
    this.attemptMs = attemptMs;
    this.connection = new KurrentConnection({ url, log, ...(load && { load }) });
    this.reader = new LogReader({
      connection: this.connection,
      namespace,
      readMs: Math.min(readMs, attemptMs),
    });
    this.tables = new SideTables({ connectionString, connectMs, readMs, log });
    const nowMicros = () => BigInt(now().getTime()) * 1_000n;
    this.members = new ClusterMembers(url);
    const { connection, reader } = this;
    this.live = new LiveLog({ connection, reader, pollMs, nowMicros, log });
    const own = new OwnWrites();
    this.index = new LogIndex(
      this.reader,
      this.tables,
      this.live,
      () => this.opened(),
      log,
      (position) => own.indexed(position),
    );
    this.appender = new Appender({
      connection: this.connection,
      reader: this.reader,
      index: this.index,
      tables: this.tables,
      own,
      nowMicros,
      attemptMs,
      appendMs,
    });
    this.headNow = sharingRuns(async () => {
      const head = await this.reader.head();
      this.live.compare(head);
      return head;
    });
    this.tail = new SharedTail({
      readPage: (after, filter) => this.readAll(after, { ...(filter && { filter }), arrived: true }),
      head: async () => {
        await this.identity();
        return toPosition(await this.headNow());
      },
      waitBeyond: (after, signal) => this.live.waitBeyond(after === null ? null : BigInt(after), signal),
    });
    this.snapshots = new PostgresSnapshots((work) => {
      this.refuseClosed();
      return this.tables.guarded(work);
    });
  }

  async check(): Promise<void> {
    this.refuseClosed();
    await this.opened(1);
  }

  async append(request: AppendRequest): Promise<Appended> {
    this.refuseClosed();
    const prepared = prepareAppend(request);
    this.refuseReserved(request.stream);
    return this.appender.append(prepared);
  }

  async confirm(stream: string, version: bigint, commands: readonly Command[]): Promise<void> {
    this.refuseClosed();
    const prepared = prepareConfirm(stream, version, commands);
    this.refuseReserved(stream);
    await this.appender.confirm(prepared, version);
  }

  async settled(commandIds: readonly string[]): Promise<readonly SettledCommand[]> {
    this.refuseClosed();
    if (commandIds.length === 0) return [];
    await this.index.catchUp();
    return this.tables.settled(commandIds);
  }

  async forget(commandIds: readonly string[]): Promise<void> {
    this.refuseClosed();
    if (commandIds.length === 0) return;
    // A command that is not indexed yet would be indexed after this and come back.
    await this.index.catchUp();
    await this.tables.forget(commandIds);
  }

  async forgetIdle(before: string): Promise<number> {
    this.refuseClosed();
    momentFrom(before);
    await this.index.catchUp();
    return this.tables.forgetIdle(before);
  }

  async head(stream: string): Promise<StreamHead | null> {
    await this.identity();
    const last = await this.reader.tail(stream);
    return last && { version: last.event.version, link: last.event.link };
  }

  async *read(stream: string, options?: ReadOptions): AsyncIterable<RecordedEvent> {
    await this.identity();
    yield* this.reader.read(stream, options);
  }

  async readAll(
    after: Position | null,
    { filter, limit = PAGE, arrived = false }: ReadAllOptions = {},
  ): Promise<ReadAllPage> {
    await this.identity();
    const from = after === null ? null : BigInt(after);
    const live = arrived ? this.live.page(from, limit) : null;
    const { events, atEnd } = live ?? (await this.reader.allPage(from, limit));
    const last = events.at(-1);
    if (live === null && atEnd) this.live.compare(last?.position ?? from);
    if (live === null && atEnd && arrived && last) this.live.moveTo(last.position);
    if (live === null && !last && from !== null) await this.refuseAhead(from);
    return {
      events: events.flatMap(({ event }) =>
        'withheld' in event || !passesFilter(event, filter) ? [] : [event],
      ),
      next: last ? last.event.position : after,
      atEnd,
    };
  }

  async subscribe(options: SubscribeOptions): Promise<Subscription> {
    this.refuseClosed();
    const follower = await follow(this.tail, options, () => {
      this.followers.delete(follower);
      if (this.followers.size === 0) void this.tail.rest();
    });
    this.followers.add(follower);
    return follower;
  }

  async identity(): Promise<StoreIdentity> {
    this.refuseClosed();
    return this.opened();
  }

  figures(): StoreFigures {
    const { known } = this.members;
    const { appends, reads, reconnections } = this.connection;
    return {
      leader: known.find(({ isLeader }) => isLeader)?.name ?? null,
      servers: { alive: known.filter(({ isAlive }) => isAlive).length, all: known.length },
      lagMs: this.live.lagMs,
      appends: appends.figures,
      reads: reads.figures,
      reconnections,
    };
  }

  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    await Promise.all([...this.followers].map((follower) => follower.close()));
    await this.tail.rest();
    await this.appender.close();
    await this.index.close();
    await this.live.close();
    await this.tables.close();
    await this.connection.close();
  }

  /** Does not refuse while the store closes, for work still in flight. */
  private async opened(attempts = ATTEMPTS): Promise<StoreIdentity> {
    this.opening ??= this.openBoth(attempts);
    try {
      return await this.opening;
    } catch (error) {
      this.opening = undefined;
      throw error;
    }
  }

  private async openBoth(attempts: number): Promise<StoreIdentity> {
    const { connection, namespace, attemptMs: ms } = this;
    const identity = await repeating(attempts, () => openIdentity({ connection, namespace, ms }));
    // The right to read one stream does not include the right to read $all.
    await repeating(attempts, () => this.reader.probeAll());
    await this.tables.bind(identity, 'server');
    this.index.start();
    return identity;
  }

  private async refuseAhead(position: bigint): Promise<void> {
    const head = await this.headNow();
    if (head !== null && position <= head) return;
    throw new EventStoreError('invalid', `position ${position} lies ahead of the log, which ends at ${head}`);
  }

  private refuseReserved(stream: string): void {
    if (this.reader.nameOf(stream) !== identityStream(this.namespace)) return;
    throw new EventStoreError('invalid', `stream name is reserved: ${stream}`);
  }

  private refuseClosed(): void {
    if (this.isClosed) throw new EventStoreError('closed', 'the event store is closed');
  }
}

function toPosition(position: bigint | null): Position | null {
  return position === null ? null : (String(position) as Position);
}
