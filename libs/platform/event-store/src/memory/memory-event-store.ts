import type { ArchivedEvent } from '../archive/log-archive.ts';
import { canonicalJson } from '../canonical-json.ts';
import { follow, type Follower } from '../follow.ts';
import { genesisLink, isoFromMicros, link, microsFromIso } from '../hash-chain.ts';
import {
  EventStoreError,
  type AppendRequest,
  type Appended,
  type Command,
  type EventStore,
  type NewEvent,
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
import { momentFrom, prepareAppend, prepareConfirm, type PreparedAppend } from '../validate.ts';
import { passesFilter } from '../stream-filter.ts';
import { MemorySnapshots } from './memory-snapshots.ts';

const PAGE = 500;

export interface MemoryEventStoreOptions {
  /** Clock for the timestamps of events; default: the system's. */
  readonly now?: () => Date;
}

/** Reference implementation of the port: everything in this process's memory, lost with it. */
export function createMemoryEventStore(options: MemoryEventStoreOptions = {}): EventStore {
  return new MemoryEventStore(options.now ?? (() => new Date()));
}

export class MemoryEventStore implements EventStore {
  readonly snapshots: SnapshotStore = new MemorySnapshots();
  readonly log: ArchivedEvent[] = [];
  readonly streams = new Map<string, ArchivedEvent[]>();
  readonly byId = new Map<string, RecordedEvent>();
  readonly commands = new Map<string, SettledCommand>();
  /** When each command was settled, in microseconds since 1970. */
  private readonly settledAt = new Map<string, bigint>();
  private readonly followers = new Set<Follower>();
  store: StoreIdentity = { storeId: crypto.randomUUID(), incarnation: crypto.randomUUID() };
  private sleepers = new Set<() => void>();
  private isClosed = false;

  constructor(private readonly now: () => Date) {}

  // No await between checks and writes: that makes each append atomic.
  async append(request: AppendRequest): Promise<Appended> {
    this.refuseClosed();
    const append = prepareAppend(request);
    const replay = this.replayed(append);
    if (replay) return replay;
    const actual = this.versionOf(append.stream);
    if (!matches(append, actual)) {
      const written = this.alreadyWritten(append);
      if (written) return written;
      throw conflict(append.stream, actual);
    }
    if (append.events.some(({ event }) => this.byId.has(event.id))) {
      const written = this.alreadyWritten(append);
      if (written) return written;
      throw new EventStoreError('invalid', `an event id of this append to ${append.stream} is taken`);
    }
    const last = this.write(append);
    this.settle(append, last.version);
    this.wake();
    return { version: last.version, position: last.position, link: last.link, replayed: false };
  }

  async confirm(stream: string, version: bigint, commands: readonly Command[]): Promise<void> {
    this.refuseClosed();
    const confirmed = prepareConfirm(stream, version, commands);
    if (this.replayed(confirmed)) return;
    const actual = this.versionOf(stream);
    if (actual !== version) throw conflict(stream, actual);
    this.settle(confirmed, version);
  }

  async settled(commandIds: readonly string[]): Promise<readonly SettledCommand[]> {
    this.refuseClosed();
    return [...new Set(commandIds)].flatMap((id) => this.commands.get(id) ?? []).map(copyOf);
  }

  async forget(commandIds: readonly string[]): Promise<void> {
    this.refuseClosed();
    for (const id of commandIds) {
      this.commands.delete(id);
      this.settledAt.delete(id);
    }
  }

  async forgetIdle(before: string): Promise<number> {
    this.refuseClosed();
    const moment = momentFrom(before);
    const idle = [...this.settledAt].filter(([, at]) => at < moment).map(([id]) => id);
    await this.forget(idle);
    return idle.length;
  }

  async head(stream: string): Promise<StreamHead | null> {
    this.refuseClosed();
    const last = this.streams.get(stream)?.at(-1);
    return last ? { version: last.version, link: last.link } : null;
  }

  async *read(stream: string, options: ReadOptions = {}): AsyncIterable<RecordedEvent> {
    this.refuseClosed();
    const backwards = options.direction === 'backwards';
    const { from, to, asOfPosition, asOfTime } = options;
    const moment = asOfTime === undefined ? undefined : microsFromIso(asOfTime);
    const [lowest, highest] = backwards ? [to, from] : [from, to];
    const chosen = (this.streams.get(stream) ?? []).filter(
      (event): event is RecordedEvent =>
        !('withheld' in event) &&
        (lowest === undefined || event.version >= lowest) &&
        (highest === undefined || event.version <= highest) &&
        (asOfPosition === undefined || BigInt(event.position) <= BigInt(asOfPosition)) &&
        (moment === undefined || microsFromIso(event.recordedAt) <= moment),
    );
    if (backwards) chosen.reverse();
    for (const event of chosen.slice(0, options.limit)) yield copyOf(event);
  }

  async readAll(
    after: Position | null,
    options: { filter?: StreamFilter; limit?: number } = {},
  ): Promise<ReadAllPage> {
    this.refuseClosed();
    const start = Number(after ?? 0);
    if (start > this.log.length) {
      throw new EventStoreError('invalid', `position ${after} lies ahead of the log`);
    }
    const limit = options.limit ?? PAGE;
    const events: RecordedEvent[] = [];
    let next = start;
    while (next < this.log.length && events.length < limit) {
      const event = this.log[next++];
      if (event && !('withheld' in event) && passesFilter(event, options.filter)) events.push(copyOf(event));
    }
    return { events, next: next === 0 ? null : positionOf(next), atEnd: next === this.log.length };
  }

  async subscribe(options: SubscribeOptions): Promise<Subscription> {
    this.refuseClosed();
    const tail = {
      readPage: (after: Position | null, filter?: StreamFilter) => this.readAll(after, { filter }),
      head: async () => this.log.at(-1)?.position ?? null,
      waitBeyond: (after: Position | null, signal: AbortSignal) => this.waitBeyond(after, signal),
    };
    const follower = await follow(tail, options, () => this.followers.delete(follower));
    this.followers.add(follower);
    return follower;
  }

  async identity(): Promise<StoreIdentity> {
    return this.store;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.all([...this.followers].map((follower) => follower.close()));
  }

  settleImported(command: SettledCommand): void {
    this.settledAt.set(command.id, this.nowMicros());
    this.commands.set(command.id, command);
  }

  /** Wakes the followers, which then read the log themselves. */
  wake(): void {
    for (const wake of this.sleepers) wake();
  }

  private write(append: PreparedAppend): ArchivedEvent {
    const events = this.streams.get(append.stream) ?? [];
    this.streams.set(append.stream, events);
    let previous = events.at(-1);
    const clock = this.nowMicros();
    const earliest = previous ? microsFromIso(previous.recordedAt) : clock;
    const micros = clock > earliest ? clock : earliest;
    for (const { event, contentHash } of append.events) {
      const version = (previous?.version ?? -1n) + 1n;
      const recorded: RecordedEvent = {
        ...contentOf(event),
        stream: append.stream,
        version,
        position: positionOf(this.log.length + 1),
        recordedAt: isoFromMicros(micros),
        contentHash,
        link: link(previous?.link ?? genesisLink(append.stream), version, micros, contentHash),
      };
      events.push(recorded);
      this.log.push(recorded);
      this.byId.set(recorded.id, recorded);
      previous = recorded;
    }
    if (!previous) throw new EventStoreError('invalid', 'an append needs at least one event');
    return previous;
  }

  private settle(append: PreparedAppend, version: bigint): void {
    for (const { id, intentHash, outcome = null } of append.commands) {
      this.settledAt.set(id, this.nowMicros());
      this.commands.set(id, { id, intentHash, stream: append.stream, version, outcome: copyOf(outcome) });
    }
  }

  /** The earlier answer, if all commands of the request were settled before; undefined if none was. */
  private replayed(append: PreparedAppend): Appended | undefined {
    const known = append.commands.flatMap((command) => {
      const settled = this.commands.get(command.id);
      return settled ? [{ command, settled }] : [];
    });
    const [first] = known;
    if (!first) return undefined;
    const other = known.find(({ command, settled }) => command.intentHash !== settled.intentHash);
    if (other) {
      throw new EventStoreError('invalid', `command ${other.command.id} was settled for another intent`);
    }
    const outcomesAgree = known.every(
      ({ command, settled }) => canonicalJson(command.outcome ?? null) === canonicalJson(settled.outcome),
    );
    if (known.length < append.commands.length || (append.events.length === 0 && !outcomesAgree)) {
      throw conflict(
        append.stream,
        this.versionOf(append.stream),
        known.map(({ command }) => command.id),
      );
    }
    const latest = known.reduce((a, b) => (b.settled.version > a.settled.version ? b : a), first).settled;
    const event = this.streams.get(latest.stream)?.[Number(latest.version)];
    return {
      version: latest.version,
      position: event?.position ?? positionOf(0),
      link: event?.link ?? genesisLink(latest.stream),
      replayed: true,
    };
  }

  /** A repeated request without commands is recognised by its events: equal ids, content and order. */
  private alreadyWritten(append: PreparedAppend): Appended | undefined {
    if (append.commands.length > 0) return undefined;
    const written = append.events.map(({ event }) => this.byId.get(event.id));
    const first = written[0];
    const last = written.at(-1);
    const same = written.every(
      (event, index) =>
        event?.stream === append.stream &&
        event.contentHash === append.events[index]?.contentHash &&
        event.version === (first?.version ?? 0n) + BigInt(index),
    );
    if (!same || !last) return undefined;
    return { version: last.version, position: last.position, link: last.link, replayed: true };
  }

  private versionOf(stream: string): bigint {
    return this.streams.get(stream)?.at(-1)?.version ?? -1n;
  }

  private nowMicros(): bigint {
    return BigInt(this.now().getTime()) * 1000n;
  }

  private async waitBeyond(after: Position | null, signal: AbortSignal): Promise<void> {
    if (Number(after ?? 0) < this.log.length || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const wake = () => {
        this.sleepers.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      this.sleepers.add(wake);
      signal.addEventListener('abort', wake);
    });
  }

  private refuseClosed(): void {
    if (this.isClosed) throw new EventStoreError('closed', 'the event store is closed');
  }
}

function matches({ expected }: PreparedAppend, actual: bigint): boolean {
  if (expected === 'any') return true;
  if (expected === 'exists') return actual >= 0n;
  return actual === (expected === 'no-stream' ? -1n : expected);
}

function conflict(stream: string, actual: bigint, settled?: readonly string[]): EventStoreError {
  return new EventStoreError('conflict', `${stream} is at version ${actual}`, { actual, settled });
}

/** A copy as a database would return it: only JSON, and sharing nothing with the caller. */
function contentOf({ id, type, schemaVersion, data, meta }: NewEvent): NewEvent {
  return JSON.parse(JSON.stringify({ id, type, schemaVersion, data, meta })) as NewEvent;
}

function copyOf<T>(value: T): T {
  return structuredClone(value);
}

function positionOf(value: number): Position {
  return String(value) as Position;
}
