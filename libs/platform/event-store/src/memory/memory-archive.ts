import type { ArchivedEvent, ArchivePage, LogArchive, LogHeads } from '../archive/log-archive.ts';
import { genesisLink, link, microsFromIso } from '../hash-chain.ts';
import { EventStoreError, type EventStore, type Position } from '../port.ts';
import type { SettledCommand, StoreIdentity } from '../port.ts';
import { MemoryEventStore } from './memory-event-store.ts';

/** The log of a memory store; it lives as long as that store. */
export function createMemoryArchive(store: EventStore): LogArchive {
  if (!(store instanceof MemoryEventStore)) throw new TypeError('not a memory event store');
  return new MemoryArchive(store);
}

class MemoryArchive implements LogArchive {
  readonly isDense = true;

  constructor(private readonly memory: MemoryEventStore) {}

  async identity(): Promise<StoreIdentity> {
    return this.memory.store;
  }

  async page(after: Position | null, limit: number): Promise<ArchivePage> {
    const start = Number(after ?? 0);
    const events = this.memory.log.slice(start, start + limit).map((event) => structuredClone(event));
    const next = events.at(-1)?.position ?? after;
    return { events, next, atEnd: start + events.length >= this.memory.log.length };
  }

  async heads(): Promise<LogHeads> {
    const heads = [...this.memory.streams].flatMap(([stream, events]) => {
      const last = events.at(-1);
      return last ? [{ stream, version: last.version, link: last.link }] : [];
    });
    return { events: BigInt(this.memory.log.length), heads };
  }

  async commands(after: string | null, limit: number): Promise<readonly SettledCommand[]> {
    return [...this.memory.commands.values()]
      .map((command) => ({ command, bytes: Buffer.from(command.id) }))
      .sort((a, b) => Buffer.compare(a.bytes, b.bytes))
      .filter(({ bytes }) => after === null || Buffer.compare(bytes, Buffer.from(after)) > 0)
      .slice(0, limit)
      .map(({ command }) => structuredClone(command));
  }

  async write(events: readonly ArchivedEvent[]): Promise<void> {
    const { log, streams, byId } = this.memory;
    const heads = new Map<string, ArchivedEvent>();
    const ids = new Set<string>();
    const fresh: ArchivedEvent[] = [];
    // Validate all before writing any: all or none.
    for (const event of events) {
      const there = streams.get(event.stream) ?? [];
      const standing = there[Number(event.version)];
      if (standing?.link === event.link) continue;
      const isTaken = 'id' in event && (byId.has(event.id) || ids.has(event.id));
      if (standing || isTaken || !follows(event, heads.get(event.stream) ?? there.at(-1))) {
        throw new EventStoreError(
          'invalid',
          `event ${event.version} of ${event.stream} does not follow, or stands there differently`,
        );
      }
      if ('id' in event) ids.add(event.id);
      heads.set(event.stream, event);
      fresh.push(event);
    }
    for (const event of fresh) {
      const written = { ...structuredClone(event), position: String(log.length + 1) as Position };
      const own = streams.get(event.stream) ?? [];
      streams.set(event.stream, own);
      own.push(written);
      log.push(written);
      if ('id' in written) byId.set(written.id, written);
    }
    this.memory.wake();
  }

  async writeCommands(commands: readonly SettledCommand[]): Promise<void> {
    for (const command of commands) {
      const standing = this.memory.commands.get(command.id);
      if (standing && (standing.intentHash !== command.intentHash || standing.version !== command.version)) {
        throw new EventStoreError('invalid', `command ${command.id} stands there differently`);
      }
      if (!standing) this.memory.settleImported(structuredClone(command));
    }
  }

  async adopt(storeId: string): Promise<StoreIdentity> {
    const { log, store } = this.memory;
    if (log.length > 0 && store.storeId !== storeId) {
      throw new EventStoreError('invalid', 'the log holds events of another store');
    }
    this.memory.store = { storeId, incarnation: crypto.randomUUID() };
    return this.memory.store;
  }

  async close(): Promise<void> {
    // The store belongs to the caller.
  }
}

function follows(event: ArchivedEvent, previous: ArchivedEvent | undefined): boolean {
  const micros = microsFromIso(event.recordedAt);
  return (
    event.version === (previous?.version ?? -1n) + 1n &&
    (!previous || micros >= microsFromIso(previous.recordedAt)) &&
    link(previous?.link ?? genesisLink(event.stream), event.version, micros, event.contentHash) === event.link
  );
}
