import { EventStoreError, type SettledCommand, type StoreIdentity } from '../port.ts';
import { ArchiveError } from './archive-error.ts';
import type { ArchivedEvent, LogArchive } from './log-archive.ts';
import { headsRoot } from './merkle-root.ts';
import { readPages, type VerifyOptions } from './verify-log.ts';
import { verifyExport, type ExportVerification } from './verify-export.ts';

const BATCH_EVENTS = 1_000;
const BATCH_BYTES = 2 * 1_048_576;
const BATCH_COMMANDS = 500;

export interface ImportOptions extends VerifyOptions {}

export interface Imported {
  readonly identity: StoreIdentity;
  readonly summary: ExportVerification['summary'];
  /** Events written by this call; the others were present from an import that was interrupted. */
  readonly written: number;
}

/**
 * Turns an empty log, or one left by an interrupted import, into the continuation of an exported one: equal store id,
 * events, moments, hashes and links; a new incarnation. Each line is verified before it is written; run again after an
 * interruption, the import resumes where it stopped.
 *
 * @param lines without their ends; see `readLines`
 * @throws ArchiveError; `other_history` before anything is written
 */
export async function importLog(
  archive: LogArchive,
  lines: AsyncIterable<string>,
  options: ImportOptions,
): Promise<Imported> {
  const writer = new ImportWriter(archive);
  const { summary, fault } = await writer.whileReading(() =>
    verifyExport(lines, options, {
      head: ({ storeId }) => writer.begin(storeId),
      event: (event, bytes) => writer.event(event, bytes),
      command: (command) => writer.command(command),
    }),
  );
  if (fault) throw new ArchiveError('broken', { line: fault.line, reason: fault.reason });
  await writer.end();
  const heads = await archive.heads();
  const root = headsRoot(new Map(heads.heads.map((head) => [head.stream, head])));
  if (root !== summary.root || heads.events !== BigInt(summary.events))
    throw new ArchiveError('other_history');
  await archive.finish?.();
  return { identity: await archive.identity(), summary, written: writer.written };
}

class ImportWriter {
  written = 0;
  private storeId = '';
  private isAdopted = false;
  private events: ArchivedEvent[] = [];
  private bytes = 0;
  private commands: SettledCommand[] = [];
  private writing: Promise<void> | null = null;
  /** Events that the target already holds; they must be a prefix of the file. */
  private there: AsyncGenerator<ArchivedEvent, void, undefined> | null;

  constructor(private readonly archive: LogArchive) {
    this.there = readEvents(archive);
  }

  /** Awaits the pending write also when `read` fails, so that none is in flight afterwards. */
  async whileReading<T>(read: () => Promise<T>): Promise<T> {
    try {
      return await read();
    } finally {
      await this.settle();
    }
  }

  async begin(storeId: string): Promise<void> {
    this.storeId = storeId;
    const identity = await this.archive.identity();
    if (identity.storeId === storeId) return;
    if ((await this.archive.heads()).events > 0n) throw new ArchiveError('other_history');
  }

  async event(event: ArchivedEvent, bytes: number): Promise<void> {
    if (this.there) {
      const next = await this.there.next();
      if (!next.done) {
        if (next.value.stream === event.stream && next.value.link === event.link) return;
        throw new ArchiveError('other_history');
      }
      this.there = null;
    }
    await this.adopt();
    this.events.push(event);
    this.bytes += bytes;
    if (this.events.length >= BATCH_EVENTS || this.bytes >= BATCH_BYTES) await this.writeEvents();
  }

  async command(command: SettledCommand): Promise<void> {
    if (this.events.length > 0) await this.writeEvents();
    if (this.writing) await this.settle();
    if (this.there) await this.refuseMore();
    this.commands.push(command);
    if (this.commands.length >= BATCH_COMMANDS) await this.writeCommands();
  }

  async end(): Promise<void> {
    await this.writeEvents();
    await this.settle();
    await this.refuseMore();
    await this.writeCommands();
    // A log without events is adopted too: later events must continue the exported log.
    const { storeId } = await this.archive.identity();
    if (storeId !== this.storeId) await this.adopt();
  }

  private async adopt(): Promise<void> {
    if (this.isAdopted) return;
    this.isAdopted = true;
    await this.refusing(() => this.archive.adopt(this.storeId));
  }

  /** Starts writing a batch once the previous one is written; the next batch is read meanwhile. */
  private async writeEvents(): Promise<void> {
    const { events } = this;
    this.events = [];
    this.bytes = 0;
    await this.settle();
    if (events.length === 0) return;
    this.writing = this.refusing(() => this.archive.write(events)).then(() => {
      this.written += events.length;
    });
    // `settle` awaits this promise and gets the error; this handler prevents an unhandled rejection before that.
    this.writing.catch(() => undefined);
  }

  private async settle(): Promise<void> {
    const { writing } = this;
    this.writing = null;
    await writing;
  }

  private async writeCommands(): Promise<void> {
    const { commands } = this;
    this.commands = [];
    if (commands.length > 0) await this.refusing(() => this.archive.writeCommands(commands));
  }

  /** The target must not hold events beyond the end of the file. */
  private async refuseMore(): Promise<void> {
    if (!this.there) return;
    const next = await this.there.next();
    this.there = null;
    if (!next.done) throw new ArchiveError('other_history');
  }

  private async refusing<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof EventStoreError) || error.kind !== 'invalid') throw error;
      throw new ArchiveError('refused', { reason: error.message, cause: error });
    }
  }
}

async function* readEvents(archive: LogArchive): AsyncGenerator<ArchivedEvent, void, undefined> {
  for await (const events of readPages(archive, null)) yield* events;
}
