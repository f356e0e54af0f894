import type { ArchivedEvent, ArchivePage, LogArchive, LogHeads } from '../archive/log-archive.ts';
import { genesisLink, link, microsFromIso } from '../hash-chain.ts';
import { EventStoreError, type Position, type SettledCommand, type StoreIdentity } from '../port.ts';
import { DEFAULT_TIMEOUTS } from '../postgres/connect.ts';
import { KurrentConnection, repeating } from './connection.ts';
import { toEventData, type LinkedEvent } from './envelope.ts';
import { LiveLog } from './live-log.ts';
import { LogIndex } from './log-index.ts';
import { LogReader } from './read-log.ts';
import { SideTables, type IndexedHead } from './side-tables.ts';
import { adoptIdentity, openIdentity } from './store-identity.ts';

const ATTEMPTS = 4;
/** Bytes of content in one append of an import; it holds consecutive events of one stream. */
const APPEND_BYTES = 262_144;
const APPEND_EVENTS = 200;
const READS_AT_ONCE = 32;

export interface KurrentArchiveOptions {
  /** Connection string of the official client. */
  readonly url: string;
  /**
   * The Postgres database with the side tables. Reading needs the application role; writing and adopting need the
   * owner.
   */
  readonly connectionString: string;
  readonly namespace?: string;
}

/** The whole log in KurrentDB. Streams cannot be purged there: KurrentDB itself deletes them without a record. */
export function createKurrentArchive(options: KurrentArchiveOptions): LogArchive {
  return new KurrentArchive(options);
}

class KurrentArchive implements LogArchive {
  private readonly namespace: string;
  private readonly connection: KurrentConnection;
  private readonly reader: LogReader;
  private readonly tables: SideTables;
  private readonly live: LiveLog;
  private readonly index: LogIndex;
  private known: Promise<StoreIdentity> | undefined;

  constructor({ url, connectionString, namespace = '' }: KurrentArchiveOptions) {
    this.namespace = namespace;
    this.connection = new KurrentConnection({ url });
    this.reader = new LogReader({ connection: this.connection, namespace, readMs: DEFAULT_TIMEOUTS.readMs });
    this.tables = new SideTables({ connectionString, ...DEFAULT_TIMEOUTS });
    const { connection, reader } = this;
    this.live = new LiveLog({ connection, reader, pollMs: 1_000 });
    this.index = new LogIndex(this.reader, this.tables, this.live, () => this.identity(), undefined);
  }

  async identity(): Promise<StoreIdentity> {
    this.known ??= this.open();
    try {
      return await this.known;
    } catch (error) {
      this.known = undefined;
      throw error;
    }
  }

  async page(after: Position | null, limit: number): Promise<ArchivePage> {
    await this.identity();
    const { events, atEnd } = await this.reader.allPage(after === null ? null : BigInt(after), limit);
    return {
      events: events.map(({ event }) => event),
      next: events.at(-1)?.event.position ?? after,
      atEnd,
    };
  }

  async heads(): Promise<LogHeads> {
    await this.index.catchUp();
    return this.tables.heads();
  }

  async commands(after: string | null, limit: number): Promise<readonly SettledCommand[]> {
    await this.index.catchUp();
    return this.tables.commandsAfter(after, limit);
  }

  /** Writes in log order, so that an interrupted import leaves a prefix of the log. */
  async write(events: readonly ArchivedEvent[]): Promise<void> {
    await this.index.catchUp();
    const fresh = await this.chooseNew(events);
    for (const run of toRuns(fresh)) await this.append(run);
    // Success may also mean that equal ids were stored already, with whatever links.
    const lasts = [...new Map(fresh.map((event) => [event.stream, event])).values()];
    await atOnce(lasts, async (last) => {
      const written = await this.reader.eventAt(last.stream, last.version);
      if (written?.event.link !== last.link) throw doesNotFollow(last);
    });
  }

  async writeCommands(commands: readonly SettledCommand[]): Promise<void> {
    if (commands.length === 0) return;
    await this.index.catchUp();
    if ((await this.tables.settle(commands)) === commands.length) return;
    const standing = new Map(
      (await this.tables.settled(commands.map(({ id }) => id))).map((command) => [command.id, command]),
    );
    for (const { id, intentHash, version } of commands) {
      const there = standing.get(id);
      if (there?.intentHash === intentHash && there.version === version) continue;
      throw new EventStoreError('invalid', `command ${id} stands there differently`);
    }
  }

  async adopt(storeId: string): Promise<StoreIdentity> {
    const before = await this.identity();
    await this.index.catchUp();
    if (before.storeId !== storeId && (await this.tables.heads()).events > 0n) {
      throw new EventStoreError('invalid', 'the log holds events of another store');
    }
    const { connection, namespace } = this;
    const ms = DEFAULT_TIMEOUTS.attemptMs;
    const adopted = await repeating(ATTEMPTS, () => adoptIdentity({ connection, namespace, ms }, storeId));
    await this.tables.adopt(adopted);
    this.known = Promise.resolve(adopted);
    return adopted;
  }

  async finish(): Promise<void> {
    await this.tables.finish();
  }

  async close(): Promise<void> {
    await this.index.close();
    await this.live.close();
    await this.tables.close();
    await this.connection.close();
  }

  private async open(): Promise<StoreIdentity> {
    const { connection, namespace } = this;
    const ms = DEFAULT_TIMEOUTS.attemptMs;
    const identity = await repeating(ATTEMPTS, () => openIdentity({ connection, namespace, ms }));
    await this.tables.bind(identity, 'archive');
    return identity;
  }

  /**
   * Events that are not stored yet, each following its stream's head.
   * @throws EventStoreError `invalid`, before anything is written
   */
  private async chooseNew(events: readonly ArchivedEvent[]): Promise<ArchivedEvent[]> {
    const heads = new Map<string, IndexedHead>();
    await atOnce([...new Set(events.map((event) => event.stream))], async (stream) => {
      const last = await this.reader.tail(stream);
      if (!last) return;
      const { version, link: itsLink } = last.event;
      heads.set(stream, { version, link: itsLink, recordedMicros: last.recordedMicros });
    });
    const taken = await this.tables.find(events.flatMap((event) => ('withheld' in event ? [] : [event.id])));
    const fresh: ArchivedEvent[] = [];
    for (const event of events) {
      const head = heads.get(event.stream);
      if (head && event.version <= head.version) {
        const standing =
          event.version === head.version
            ? head.link
            : (fresh.find((one) => one.stream === event.stream && one.version === event.version)?.link ??
              (await this.reader.eventAt(event.stream, event.version))?.event.link);
        if (standing === event.link) continue;
        throw doesNotFollow(event);
      }
      if (!follows(event, head) || (!('withheld' in event) && taken.has(event.id)))
        throw doesNotFollow(event);
      const recordedMicros = microsFromIso(event.recordedAt);
      heads.set(event.stream, { version: event.version, link: event.link, recordedMicros });
      fresh.push(event);
    }
    return fresh;
  }

  /** Writes consecutive events of one stream in one append; they may be stored already if an answer was lost. */
  private async append(run: readonly ArchivedEvent[]): Promise<void> {
    const [first] = run;
    if (!first) return;
    const data = toEventData(run.map(toLinked), crypto.randomUUID(), []);
    const ms = DEFAULT_TIMEOUTS.attemptMs;
    try {
      await repeating(ATTEMPTS, () =>
        this.connection.callAppend(`importing into ${first.stream}`, ms, (client) =>
          client.appendToStream(this.reader.nameOf(first.stream), data, {
            streamState: first.version === 0n ? 'no_stream' : first.version - 1n,
            requiresLeader: true,
            deadline: ms,
          }),
        ),
      );
    } catch (error) {
      if (error instanceof EventStoreError && error.kind === 'conflict') throw doesNotFollow(first);
      throw error;
    }
  }
}

/** A single read takes up to 45 ms, 32 at once hardly more. */
async function atOnce<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let from = 0; from < items.length; from += READS_AT_ONCE)
    await Promise.all(items.slice(from, from + READS_AT_ONCE).map(work));
}

function toLinked(event: ArchivedEvent): LinkedEvent {
  const { recordedAt, contentHash, link: itsLink } = event;
  const place = { recordedMicros: microsFromIso(recordedAt), contentHash, link: itsLink };
  if ('withheld' in event) return { ...place, event: null };
  const { id, type, schemaVersion, data, meta } = event;
  return { ...place, event: { id, type, schemaVersion, data, meta } };
}

function toRuns(events: readonly ArchivedEvent[]): ArchivedEvent[][] {
  const runs: ArchivedEvent[][] = [];
  let bytes = 0;
  for (const event of events) {
    const run = runs.at(-1);
    const size = 'withheld' in event ? 0 : JSON.stringify(event.data).length;
    const fits = run !== undefined && run.length < APPEND_EVENTS && bytes + size <= APPEND_BYTES;
    if (fits && run[0]?.stream === event.stream) {
      run.push(event);
      bytes += size;
    } else {
      runs.push([event]);
      bytes = size;
    }
  }
  return runs;
}

function follows(event: ArchivedEvent, head: IndexedHead | undefined): boolean {
  const micros = microsFromIso(event.recordedAt);
  const previous = head?.link ?? genesisLink(event.stream);
  return (
    event.version === (head?.version ?? -1n) + 1n &&
    (!head || micros >= head.recordedMicros) &&
    link(previous, event.version, micros, event.contentHash) === event.link
  );
}

function doesNotFollow(event: ArchivedEvent): EventStoreError {
  return new EventStoreError(
    'invalid',
    `event ${event.version} of ${event.stream} does not follow, or stands there differently`,
  );
}
