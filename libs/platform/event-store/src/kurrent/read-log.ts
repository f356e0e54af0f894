import type { AllStreamResolvedEvent, KurrentDBClient, ResolvedEvent } from '@kurrent/kurrentdb-client';
import { microsFromIso } from '../hash-chain.ts';
import { EventStoreError, type ReadOptions, type RecordedEvent } from '../port.ts';
import { repeating, type KurrentConnection } from './connection.ts';
import { fromRecord, sizeOf, type StoredEvent } from './envelope.ts';
import type { ReadStretch } from './live-events.ts';
import { isMissingStream } from './map-error.ts';

const ATTEMPTS = 4;
/** A page ends with the event that passes this many bytes of content; the size is an estimate. */
const PAGE_BYTES = 4 * 1_048_576;
const FIRST_PAGE = 32;
const MOST_A_PAGE = 512;
/** Filter for application streams: every name that is not a KurrentDB system stream's. */
const NOT_SYSTEM = '^[^$]';

export interface LogPage {
  readonly events: readonly StoredEvent[];
  readonly atEnd: boolean;
}

export interface ReaderOptions {
  readonly connection: KurrentConnection;
  /** Prefix of each stream name; separates logs on one server. */
  readonly namespace: string;
  readonly readMs: number;
}

/** Reads Cotejo's events from KurrentDB in bounded pages; transient faults (a lost connection) are retried. */
export class LogReader {
  /** Events that fit a page of the log, by the size of the latest ones. */
  private pageSize = FIRST_PAGE;

  constructor(private readonly options: ReaderOptions) {}

  /** The stream's name in KurrentDB. */
  nameOf(stream: string): string {
    return this.options.namespace + stream;
  }

  /** Filter for reads and subscriptions of the whole server. */
  get filter(): { filterOn: 'streamName'; regex: string } | { filterOn: 'streamName'; prefixes: string[] } {
    const { namespace } = this.options;
    return namespace === ''
      ? { filterOn: 'streamName', regex: NOT_SYSTEM }
      : { filterOn: 'streamName', prefixes: [namespace] };
  }

  /** The last event of a stream; null for a stream without events. */
  async tail(stream: string): Promise<StoredEvent | null> {
    const [last] = await this.streamPage(stream, 'end', 1, 'backwards');
    return last ?? null;
  }

  async eventAt(stream: string, version: bigint): Promise<StoredEvent | null> {
    const [event] = await this.streamPage(stream, version, 1, 'forwards');
    return event && event.event.version === version ? event : null;
  }

  /** Up to `count` events of one stream, from a version on (inclusive). */
  async streamPage(
    stream: string,
    from: bigint | 'start' | 'end',
    count: number,
    direction: 'forwards' | 'backwards',
  ): Promise<StoredEvent[]> {
    const name = this.nameOf(stream);
    const resolved = await this.repeating(`reading ${stream}`, async (client) => {
      const events: ResolvedEvent[] = [];
      try {
        const options = { fromRevision: from, maxCount: count, direction, requiresLeader: true };
        for await (const event of client.readStream(name, options)) events.push(event);
      } catch (error) {
        if (!isMissingStream(error)) throw error;
      }
      return events;
    });
    return resolved.map(({ event }) => {
      const stored = event && fromRecord(event, stream);
      if (!stored) {
        throw new EventStoreError('fatal', `${stream} holds an event that Cotejo did not write`);
      }
      return stored;
    });
  }

  /** Implements `ReadStretch`. */
  readonly stretch: ReadStretch = async ({ event: { stream, version } }, since) => {
    const found: StoredEvent[] = [];
    if ('after' in since) {
      for (
        let next = since.after + 1n;
        next <= version;
        next = (found.at(-1)?.event.version ?? version) + 1n
      ) {
        const page = await this.streamPage(stream, next, stretchSize(version - next + 1n), 'forwards');
        if (page[0]?.event.version !== next) throw missing(stream, version);
        found.push(...page);
      }
      return found;
    }
    for (let next = version, size = 2; next >= 0n; size = FIRST_PAGE) {
      const page = await this.streamPage(stream, next, size, 'backwards');
      if (page[0]?.event.version !== next) throw missing(stream, version);
      const fresh = page.filter(({ position }) => position > since.beyond);
      found.unshift(...fresh.toReversed());
      if (fresh.length < page.length) break;
      next -= BigInt(page.length);
    }
    return found;
  };

  /** Implements `EventStore.read`, page by page. */
  async *read(stream: string, options: ReadOptions = {}): AsyncIterable<RecordedEvent> {
    const backwards = options.direction === 'backwards';
    const { from, to, asOfPosition, asOfTime } = options;
    const position = asOfPosition === undefined ? undefined : BigInt(asOfPosition);
    const moment = asOfTime === undefined ? undefined : microsFromIso(asOfTime);
    const isTooLate = (event: StoredEvent) =>
      (position !== undefined && event.position > position) ||
      (moment !== undefined && event.recordedMicros > moment);
    let next: bigint | 'start' | 'end' = from ?? (backwards ? 'end' : 'start');
    let left = options.limit ?? Number.POSITIVE_INFINITY;
    let size = FIRST_PAGE;
    let due = from ?? 0n;
    while (left > 0) {
      if (to !== undefined && typeof next === 'bigint' && (backwards ? next < to : next > to)) return;
      const asked = Math.min(size, left + 1);
      const page = await this.streamPage(stream, next, asked, backwards ? 'backwards' : 'forwards');
      for (const stored of page) {
        const { event } = stored;
        if (!backwards && event.version !== due++) throw missing(event.stream, event.version);
        if (to !== undefined && (backwards ? event.version < to : event.version > to)) return;
        if (isTooLate(stored)) {
          // Position and time grow with the version: forwards, no later event can qualify.
          if (!backwards) return;
          continue;
        }
        if ('withheld' in event) continue;
        if (left-- <= 0) return;
        yield event;
      }
      const last = page.at(-1);
      if (!last || page.length < asked) return;
      next = backwards ? last.event.version - 1n : last.event.version + 1n;
      if (next < 0n) return;
      size = nextPageSize(page);
    }
  }

  /** Cotejo's events of the whole log, strictly after a position, in log order. */
  async allPage(after: bigint | null, limit: number): Promise<LogPage> {
    const events: StoredEvent[] = [];
    let from = after;
    let bytes = 0;
    for (;;) {
      const size = this.pageSize;
      // One more than needed: a read starts at its position (inclusive), so the previous event is returned again.
      const asked = Math.min(size, limit - events.length + 1) + 1;
      const page = await this.repeating('reading the log', (client) =>
        collect(
          client.readAll({
            fromPosition: from === null ? 'start' : { commit: from, prepare: from },
            maxCount: asked,
            direction: 'forwards',
            filter: { ...this.filter, checkpointInterval: 1 },
            requiresLeader: true,
          }),
        ),
      );
      const found: StoredEvent[] = [];
      for (const { event } of page) {
        if (!event?.position || (from !== null && event.position.commit <= from)) continue;
        const stored = fromRecord(event, event.streamId.slice(this.options.namespace.length));
        if (stored) found.push(stored);
      }
      if (found.length > 0) this.pageSize = nextPageSize(found);
      for (const stored of found) {
        if (events.length === limit || bytes >= PAGE_BYTES) return { events, atEnd: false };
        events.push(stored);
        bytes += sizeOf(stored);
      }
      if (page.length < asked) return { events, atEnd: true };
      from = page.at(-1)?.event?.position?.commit ?? from;
    }
  }

  /** Position of Cotejo's last event; null while there is none. */
  async head(): Promise<bigint | null> {
    let from: bigint | null = null;
    for (let count = 1; ; count = MOST_A_PAGE) {
      const before: bigint | null = from;
      const page: AllStreamResolvedEvent[] = await this.repeating('reading the end of the log', (client) =>
        collect(
          client.readAll({
            fromPosition: before === null ? 'end' : { commit: before, prepare: before },
            maxCount: count,
            direction: 'backwards',
            filter: { ...this.filter, checkpointInterval: 1 },
            requiresLeader: true,
          }),
        ),
      );
      for (const { event } of page) {
        const stored = event && fromRecord(event, event.streamId.slice(this.options.namespace.length));
        if (stored) return stored.position;
      }
      if (page.length < count) return null;
      from = page.at(-1)?.event?.position?.commit ?? null;
    }
  }

  /** Reads one event of the whole log, in one attempt. */
  async probeAll(): Promise<void> {
    const { connection, readMs } = this.options;
    const options = {
      fromPosition: 'end',
      maxCount: 1,
      direction: 'backwards',
      requiresLeader: true,
    } as const;
    await connection.call('reading the log', readMs, (client) => collect(client.readAll(options)));
  }

  /** Reads are retried after a lost connection, since they have no effect. */
  private async repeating<T>(what: string, work: (client: KurrentDBClient) => Promise<T>): Promise<T> {
    const { connection, readMs } = this.options;
    return repeating(ATTEMPTS, () => connection.call(what, readMs, work));
  }
}

function missing(stream: string, version: bigint): EventStoreError {
  return new EventStoreError(
    'fatal',
    `events of ${stream} before version ${version} are missing: truncated or deleted in KurrentDB`,
  );
}

const stretchSize = (events: bigint): number => (events > BigInt(MOST_A_PAGE) ? MOST_A_PAGE : Number(events));

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

function nextPageSize(page: readonly StoredEvent[]): number {
  const bytes = page.reduce((sum, stored) => sum + sizeOf(stored), 0);
  return Math.max(1, Math.min(MOST_A_PAGE, Math.floor((PAGE_BYTES * page.length) / bytes)));
}
