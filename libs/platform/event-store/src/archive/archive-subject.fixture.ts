import { createPostgresLog } from '../conformance/postgres-log.ts';
import { newEvents } from '../conformance/subject.ts';
import { createMemoryArchive, createMemoryEventStore } from '../memory/index.ts';
import type { EventStore } from '../port.ts';
import { createPostgresArchive } from '../postgres/postgres-archive.ts';
import { exportLog, type ExportOptions } from './export-log.ts';
import type { ArchivedEvent, LogArchive } from './log-archive.ts';
import { createLogSigner, newSigningKey, type LogSigner } from './seal.ts';
import { readPages } from './verify-log.ts';

/** A log with its store and its archive, for the specifications. */
export interface ArchivedLog {
  readonly store: EventStore;
  readonly archive: LogArchive;
  drop(): Promise<void>;
}

export interface ArchiveSubject {
  readonly name: string;
  create(): Promise<ArchivedLog>;
}

export const memorySubject: ArchiveSubject = {
  name: 'memory',
  async create() {
    const store = createMemoryEventStore();
    return { store, archive: createMemoryArchive(store), drop: () => store.close() };
  },
};

export const postgresSubject: ArchiveSubject = {
  name: 'Postgres',
  async create() {
    const log = await createPostgresLog();
    const archive = createPostgresArchive({ connectionString: log.ownerUrl });
    return {
      store: log.open(),
      archive,
      async drop() {
        await archive.close();
        await log.drop();
      },
    };
  },
};

export const newSigner = (): LogSigner => createLogSigner(newSigningKey());

/** Writes events to several streams in turns, with commands among them. */
export async function fill(
  store: EventStore,
  { streams = 5, rounds = 4, prefix = 'box' }: { streams?: number; rounds?: number; prefix?: string } = {},
): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    for (let stream = 0; stream < streams; stream++) {
      await store.append({
        stream: `${prefix}-${stream}`,
        expected: 'any',
        events: newEvents(1 + (stream % 3)),
        commands: [
          {
            id: `${prefix}-command-${round}-${stream}`,
            intentHash: 'intent',
            outcome: { ok: [round, null] },
          },
        ],
      });
    }
  }
  const version = (await store.head(`${prefix}-0`))?.version ?? -1n;
  await store.confirm(`${prefix}-0`, version, [{ id: `${prefix}-refused`, intentHash: 'h', outcome: 'no' }]);
}

export async function wholeLog(archive: LogArchive, size?: number): Promise<ArchivedEvent[]> {
  const all: ArchivedEvent[] = [];
  for await (const events of readPages(archive, null, size)) all.push(...events);
  return all;
}

/** Lines of an export, without their ends. */
export async function exported(archive: LogArchive, options?: ExportOptions): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of exportLog(archive, options)) lines.push(line.slice(0, -1));
  return lines;
}

export async function* given<T>(items: readonly T[]): AsyncGenerator<T, void, undefined> {
  yield* items;
}
