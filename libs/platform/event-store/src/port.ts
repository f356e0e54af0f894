/**
 * The event store as the product sees it. The adapters (memory, Postgres, KurrentDB) behave alike; the conformance
 * suite in this package defines that behaviour.
 *
 * Stream versions are 0-based and dense (-1n = no stream). The global position is opaque: compare it, store it, never
 * compute with it.
 */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };
export type JsonObject = { [key: string]: JsonValue };

/** Opaque place in the global order; adapters encode it as a decimal string so that it survives JSON. */
export type Position = string & { readonly __brand: 'Position' };

/**
 * The part of an event that its author writes. The content hash covers exactly these fields, none added by the store.
 */
export interface NewEvent {
  readonly id: string;
  readonly type: string;
  readonly schemaVersion: number;
  readonly data: JsonObject;
  readonly meta: EventMeta;
}

/** Author of the event and the moment by the author's clock. `extra` is for the context that writes the event. */
export interface EventMeta {
  /** User id, or `system:` and the name of a component. */
  readonly actor: string;
  /** Moment by the author's (injected) clock, ISO 8601 in UTC. */
  readonly at: string;
  readonly account?: string;
  /** Id of the command that caused the event. */
  readonly command?: string;
  /** Id of the operation (import, copy) of which this event is a chunk. */
  readonly operation?: string;
  readonly extra?: JsonObject;
}

export interface RecordedEvent extends NewEvent {
  readonly stream: string;
  readonly version: bigint;
  readonly position: Position;
  /** Moment at which the store recorded the event, ISO 8601 in UTC with microseconds. */
  readonly recordedAt: string;
  /** Hex SHA-256 of the canonical JSON (RFC 8785) of the author's part (`NewEvent`). */
  readonly contentHash: string;
  /** Hex SHA-256 of previous link, version, recorded microseconds and content hash. */
  readonly link: string;
}

/** Version that the writer expects the stream to have; `any` is resolved by the port and retried. */
export type Expected = bigint | 'no-stream' | 'exists' | 'any';

/**
 * A command makes an append idempotent: a repeated id with an equal intent hash returns the recorded outcome and writes
 * nothing; with another intent hash it is `invalid`. A request that mixes settled commands with new ones is a
 * `conflict` whose details name the settled ones: drop those and decide again.
 */
export interface Command {
  readonly id: string;
  readonly intentHash: string;
  /** Stored with the command and returned on replay. */
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
   * True when all commands of the request were settled before or, for a request without commands, when these very
   * events were written before: nothing was written now.
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
  /** First version to read (inclusive); backwards, the highest one. Default: the respective end of the stream. */
  readonly from?: bigint;
  /** Last version (inclusive). */
  readonly to?: bigint;
  readonly direction?: 'forwards' | 'backwards';
  readonly limit?: number;
  /** Only events at or before this position in the global order. */
  readonly asOfPosition?: Position;
  /** Only events recorded by the store at or before this moment, ISO 8601 in UTC. */
  readonly asOfTime?: string;
}

export interface StreamFilter {
  readonly streamPrefixes?: readonly string[];
  readonly types?: readonly string[];
}

export interface ReadAllOptions {
  readonly filter?: StreamFilter;
  readonly limit?: number;
  /**
   * When true, the answer may come from the events that a subscription has brought to this node, without asking the
   * store: the latest ones may be missing, and `atEnd` refers to what has arrived. For readers that a subscription
   * wakes; stores without such a buffer ignore it.
   */
  readonly arrived?: boolean;
}

export interface ReadAllPage {
  readonly events: readonly RecordedEvent[];
  /** Resume strictly after this; advances also when the filter hid all events. */
  readonly next: Position | null;
  /** True when nothing more was committed at the time of the read. */
  readonly atEnd: boolean;
}

export interface SubscribeOptions {
  /** Start strictly after this position; null = from the beginning; 'head' = only events committed from now on. */
  readonly after: Position | null | 'head';
  readonly filter?: StreamFilter;
  /**
   * When true, `caughtUp` makes the subscription read the log itself, by its filter and over dedicated connections:
   * neither writes to other streams nor other readers delay it. Costs two connections; stores without such a path
   * ignore it.
   */
  readonly quick?: boolean;
  /**
   * Receives events in order; the next page is not delivered before the promise settles. Other followers may receive
   * the same objects: do not mutate them.
   */
  readonly onEvents: (events: readonly RecordedEvent[]) => void | Promise<void>;
  /** Called after each page, also when the filter hid all of it. */
  readonly onCheckpoint?: (position: Position) => void | Promise<void>;
  /** Faults from which the subscription recovers by itself (it reconnects with backoff). */
  readonly onFault?: (error: EventStoreError) => void;
}

export interface Subscription {
  /** Resolves when no handler runs any more; inside a handler, call it without awaiting it. */
  close(): Promise<void>;
  /** Resolves once every event committed before the call has been handed over. */
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
   * Settles commands that write no event (rejections, no-ops): succeeds only while the stream is still at `version`, so
   * that nothing is refused on a stale head. Repeating it is harmless; a command that was settled before with another
   * outcome is a `conflict`.
   */
  confirm(stream: string, version: bigint, commands: readonly Command[]): Promise<void>;
  settled(commandIds: readonly string[]): Promise<readonly SettledCommand[]>;
  /**
   * Deletes the recorded outcomes of commands whose clients have confirmed receipt and will not repeat them. Event ids
   * stay unique, so the events of a forgotten command cannot be written twice.
   */
  forget(commandIds: readonly string[]): Promise<void>;
  /**
   * Forgets commands that were settled before this moment (ISO 8601 in UTC), whether or not their clients have received
   * the outcomes; resolves with their number.
   * @throws EventStoreError `invalid` when `before` is not a moment
   */
  forgetIdle(before: string): Promise<number>;
  head(stream: string): Promise<StreamHead | null>;
  read(stream: string, options?: ReadOptions): AsyncIterable<RecordedEvent>;
  readAll(after: Position | null, options?: ReadAllOptions): Promise<ReadAllPage>;
  subscribe(options: SubscribeOptions): Promise<Subscription>;
  identity(): Promise<StoreIdentity>;
  readonly snapshots: SnapshotStore;
  /** Figures of this node's connection to a server of the log; only stores that keep them. */
  figures?(): StoreFigures;
  close(): Promise<void>;
}

export interface TimesOfCalls {
  readonly medianMs: number;
  readonly p95Ms: number;
}

/** The connection between a node and the servers of its log. */
export interface StoreFigures {
  /** Host and port of the server that decides; null while none is known. */
  readonly leader: string | null;
  /** Servers that answer, and all that belong to the cluster. */
  readonly servers: { readonly alive: number; readonly all: number };
  /** Age of the latest event when the subscription brought it, in milliseconds; null before the first. */
  readonly lagMs: number | null;
  /** Times of the latest calls; null before the first. */
  readonly appends: TimesOfCalls | null;
  readonly reads: TimesOfCalls | null;
  /** Connections given up and replaced since the start. */
  readonly reconnections: number;
}

/** Snapshots are disposable: one of an older state version is ignored and may be deleted at any time. */
export interface SnapshotStore {
  save(snapshot: Snapshot): Promise<void>;
  latest(stream: string, stateVersion: number, atMost?: bigint): Promise<Snapshot | null>;
  /** Keys of the stored snapshots of a stream, of all state versions, in the order of the versions. */
  list(stream: string): Promise<readonly SnapshotKey[]>;
  /** Deletes snapshots; keys that do not exist are ignored. */
  drop(stream: string, keys: readonly SnapshotKey[]): Promise<void>;
}

export type SnapshotKey = Pick<Snapshot, 'stateVersion' | 'version'>;

export interface Snapshot {
  readonly stream: string;
  readonly version: bigint;
  /** Version of the shape of `state`; a fold with another shape must ignore the snapshot. */
  readonly stateVersion: number;
  readonly link: string;
  readonly state: JsonValue;
}

export type EventStoreErrorKind = 'conflict' | 'transient' | 'too-large' | 'closed' | 'invalid' | 'fatal';

/**
 * `conflict` carries the actual version. `transient` means that the outcome is unknown: retry the identical bytes under
 * the same command.
 */
export class EventStoreError extends Error {
  constructor(
    readonly kind: EventStoreErrorKind,
    message: string,
    readonly details: {
      readonly actual?: bigint;
      /** Ids of commands of the refused request that were settled before. */
      readonly settled?: readonly string[];
      /** Whether a call to KurrentDB failed, not one to the adapter's Postgres. */
      readonly ofKurrent?: boolean;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, { cause: details.cause });
    this.name = 'EventStoreError';
  }
}

/** Limit of one append, in bytes of canonical JSON. */
export const MAX_APPEND_BYTES = 1_048_576;
