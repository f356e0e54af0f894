/**
 * The event store as the product sees it. Adapters (memory, Postgres, KurrentDB) behave alike; the
 * conformance suite beside them is the definition of "alike".
 *
 * Stream versions are 0-based and dense (-1n = no stream). The global position is opaque: compare it,
 * store it, never compute with it.
 */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };
export type JsonObject = { [key: string]: JsonValue };

/** Opaque place in the global order; adapters give it as a decimal string so that it survives JSON. */
export type Position = string & { readonly __brand: 'Position' };

/** What the author says: this, and nothing the store adds, is covered by the content hash. */
export interface NewEvent {
  readonly id: string;
  readonly type: string;
  readonly schemaVersion: number;
  readonly data: JsonObject;
  readonly meta: EventMeta;
}

/** Who said it, and when by the author's clock. `extra` is for the context that writes the event. */
export interface EventMeta {
  /** User id, or `system:<what>`. */
  readonly actor: string;
  /** Moment as told by the author's (injected) clock, ISO 8601 in UTC. */
  readonly at: string;
  readonly account?: string;
  /** The command that caused it. */
  readonly command?: string;
  /** Operation of which this event is a chunk (import, copy). */
  readonly operation?: string;
  readonly extra?: JsonObject;
}

export interface RecordedEvent extends NewEvent {
  readonly stream: string;
  readonly version: bigint;
  readonly position: Position;
  /** When the store recorded it, ISO 8601 in UTC with microseconds. */
  readonly recordedAt: string;
  /** Hex SHA-256 of the canonical JSON (RFC 8785) of what the author said. */
  readonly contentHash: string;
  /** Hex SHA-256 of previous link, version, recorded microseconds and content hash. */
  readonly link: string;
}

/** Version that the writer believes the stream to have; `any` is resolved by the port and retried. */
export type Expected = bigint | 'no-stream' | 'exists' | 'any';

/**
 * A command makes an append idempotent: the same id with the same intent hash gets the recorded outcome
 * back and writes nothing; with another intent hash it is `Invalid`. A request that mixes settled commands
 * with new ones is a `conflict` whose details name the settled ones: drop those and decide again.
 */
export interface Command {
  readonly id: string;
  readonly intentHash: string;
  /** Kept beside the command, given back on replay. */
  readonly outcome?: JsonValue;
}

export interface AppendRequest {
  readonly stream: string;
  readonly expected: Expected;
  readonly events: readonly NewEvent[];
  /** Commands decided in this append; a room's batch carries one for each intent that it settles. */
  readonly commands?: readonly Command[];
}

export interface Appended {
  /** Version of the last event of this append. */
  readonly version: bigint;
  readonly position: Position;
  /** Link of the last event: the head of the chain. */
  readonly link: string;
  /**
   * True when all commands of the request had been settled before, or, for a request without commands,
   * when these very events had been written before: nothing was written now.
   */
  readonly replayed: boolean;
}

export interface SettledCommand {
  readonly id: string;
  readonly intentHash: string;
  readonly stream: string;
  readonly version: bigint;
  readonly outcome: JsonValue;
}

export interface ReadOptions {
  /** First version to read (inclusive); backwards, the first to be given. Default: the respective end. */
  readonly from?: bigint;
  /** Last version (inclusive). */
  readonly to?: bigint;
  readonly direction?: 'forwards' | 'backwards';
  readonly limit?: number;
  /** Only what stands at or before this place in the global order. */
  readonly asOfPosition?: Position;
  /** Only what the store had recorded at or before this moment, ISO 8601 in UTC. */
  readonly asOfTime?: string;
}

export interface StreamFilter {
  readonly streamPrefixes?: readonly string[];
  readonly types?: readonly string[];
}

export interface ReadAllPage {
  readonly events: readonly RecordedEvent[];
  /** Resume strictly after this; moves on also when the filter hid everything. */
  readonly next: Position | null;
  /** True when nothing more was committed at the time of the read. */
  readonly atEnd: boolean;
}

export interface SubscribeOptions {
  /** Strictly after this position; null = from the beginning; 'head' = only what comes from now on. */
  readonly after: Position | null | 'head';
  readonly filter?: StreamFilter;
  /**
   * Asked to be caught up, the subscription reads the log itself, by its filter and over connections that nothing
   * else uses: it is not held up by what is written to other streams, nor by other readers. Costs two connections;
   * a store without such a way ignores it.
   */
  readonly quick?: boolean;
  /**
   * Events are handed over in order; the next page is not given before the promise settles. Other followers
   * may be given the same objects: they must not be changed.
   */
  readonly onEvents: (events: readonly RecordedEvent[]) => void | Promise<void>;
  /** Called after each page, also when the filter hid all of it. */
  readonly onCheckpoint?: (position: Position) => void | Promise<void>;
  /** Faults that the subscription survives by itself (it reconnects with backoff). */
  readonly onFault?: (error: EventStoreError) => void;
}

export interface Subscription {
  /** Resolves when no handler runs any more; inside a handler call it without waiting for it. */
  close(): Promise<void>;
  /** Resolves once the subscription has handed over everything committed before the call. */
  caughtUp(): Promise<void>;
}

export interface StoreIdentity {
  readonly storeId: string;
  /** Changes with every restore; part of each tree document's identity. */
  readonly incarnation: string;
}

export interface StreamHead {
  readonly version: bigint;
  readonly link: string;
}

export interface EventStore {
  append(request: AppendRequest): Promise<Appended>;
  /**
   * Settles commands that write no event (rejections, no-ops): succeeds only while the stream is still at
   * `version`, so that nothing is refused on a stale head. Repeating it is harmless; a command that was
   * settled before with another outcome is a `conflict`.
   */
  confirm(stream: string, version: bigint, commands: readonly Command[]): Promise<void>;
  settled(commandIds: readonly string[]): Promise<readonly SettledCommand[]>;
  /**
   * Forgets what commands were answered: their askers have the answers and will not ask again. Ids of events
   * stay unique, so that what a forgotten command wrote cannot be written twice.
   */
  forget(commandIds: readonly string[]): Promise<void>;
  /**
   * Forgets commands that were settled before this moment (ISO 8601 in UTC), whether or not their askers
   * have the answers; resolves with their number.
   * @throws EventStoreError `invalid` when it is no moment
   */
  forgetIdle(before: string): Promise<number>;
  head(stream: string): Promise<StreamHead | null>;
  read(stream: string, options?: ReadOptions): AsyncIterable<RecordedEvent>;
  readAll(after: Position | null, options?: { filter?: StreamFilter; limit?: number }): Promise<ReadAllPage>;
  subscribe(options: SubscribeOptions): Promise<Subscription>;
  identity(): Promise<StoreIdentity>;
  readonly snapshots: SnapshotStore;
  close(): Promise<void>;
}

/** Disposable: a snapshot of an older state version is ignored and may be deleted at any time. */
export interface SnapshotStore {
  save(snapshot: Snapshot): Promise<void>;
  latest(stream: string, stateVersion: number, atMost?: bigint): Promise<Snapshot | null>;
  /** What is kept of a stream, in the order of the versions; of all state versions. */
  list(stream: string): Promise<readonly SnapshotKey[]>;
  /** Takes some of them away; those that are not there are passed over. */
  drop(stream: string, keys: readonly SnapshotKey[]): Promise<void>;
}

/** One snapshot of a stream. */
export type SnapshotKey = Pick<Snapshot, 'stateVersion' | 'version'>;

export interface Snapshot {
  readonly stream: string;
  readonly version: bigint;
  /** Version of the shape of `state`; a fold of another shape must not read it. */
  readonly stateVersion: number;
  readonly link: string;
  readonly state: JsonValue;
}

export type EventStoreErrorKind = 'conflict' | 'transient' | 'too-large' | 'closed' | 'invalid' | 'fatal';

/**
 * `conflict` carries the actual version; `transient` means that the outcome is unknown: retry the
 * identical bytes under the same command.
 */
export class EventStoreError extends Error {
  constructor(
    readonly kind: EventStoreErrorKind,
    message: string,
    readonly details: {
      readonly actual?: bigint;
      /** Ids of commands of the refused request that were settled before. */
      readonly settled?: readonly string[];
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, { cause: details.cause });
    this.name = 'EventStoreError';
  }
}

/** Bytes of canonical JSON that one append may carry. */
export const MAX_APPEND_BYTES = 1_048_576;
