import { createHash, type Hash } from 'node:crypto';
import type { SettledCommand } from '../port.ts';
import { comparePositions } from '../position.ts';
import { ArchiveError } from './archive-error.ts';
import type { ArchivedEvent } from './log-archive.ts';
import type { LogFault } from './log-fault.ts';
import { parseLogLine, type EndLine, type HeadLine, type LogLine } from './log-lines.ts';
import { LogWalk, type LogSummary } from './walk-log.ts';
import type { Verification, VerifyOptions } from './verify-log.ts';

export interface ExportVerification extends Verification {
  readonly summary: LogSummary & { readonly commands: number; readonly head: HeadLine };
}

/** Receives the verified lines of an export, in the order of the file. */
export interface ExportSink {
  head?(head: HeadLine): Promise<void> | void;
  event?(event: ArchivedEvent, bytes: number): Promise<void> | void;
  command?(command: SettledCommand): Promise<void> | void;
}

/**
 * Verifies an export line by line, as a log and as a file. Needs only the file and the fingerprint of a key.
 * @param lines without their ends; see `readLines`
 * @throws ArchiveError for a file that is not an export of a log, or was truncated
 */
export async function verifyExport(
  lines: AsyncIterable<string>,
  options: VerifyOptions,
  sink: ExportSink = {},
): Promise<ExportVerification> {
  const reading = new ExportReading(options);
  for await (const text of lines) {
    const { fault, read } = reading.take(text);
    if (fault) return reading.result(fault);
    if (read.kind === 'event') await sink.event?.(read.event, read.bytes);
    else if (read.kind === 'command') await sink.command?.(read.command);
    else if (read.kind === 'head') await sink.head?.(read.head);
  }
  return reading.result(reading.finish());
}

class ExportReading {
  private line = 0;
  private head: HeadLine | null = null;
  private walk: LogWalk | null = null;
  private end: EndLine | null = null;
  private lastCommand: string | null = null;
  private commands = 0;
  private readonly commandsHash: Hash = createHash('sha256');
  private position: ArchivedEvent['position'] | null = null;

  constructor(private readonly options: VerifyOptions) {}

  /** Parses a line and returns the fault of the log that it reveals; faults of the file itself are thrown. */
  take(text: string): { readonly read: LogLine; readonly fault: LogFault | null } {
    const line = ++this.line;
    if (this.end) throw new ArchiveError('after_the_end', { line });
    const read = parseLogLine(text, line);
    return { read, fault: this.judge(read, text) };
  }

  private judge(read: LogLine, text: string): LogFault | null {
    const { line, walk } = this;
    if (read.kind === 'head') {
      if (line !== 1) throw new ArchiveError('out_of_place', { line });
      this.head = read.head;
      this.walk = new LogWalk({ ...this.options, storeId: read.head.storeId });
      return this.walk.begin();
    }
    if (!walk) throw new ArchiveError('not_a_log', { line });
    if (read.kind === 'event') return this.takeEvent(read.event, read.computedHash, walk);
    if (read.kind === 'command') {
      this.takeCommand(read.command, text, walk);
      return null;
    }
    this.end = read.end;
    return this.takeEnd(read.end, walk);
  }

  finish(): LogFault | null {
    if (!this.end || !this.walk) throw new ArchiveError('cut_off', { line: this.line });
    this.tick(this.walk);
    return this.walk.finish();
  }

  result(fault: LogFault | null): ExportVerification {
    if (!this.walk || !this.head) throw new ArchiveError('not_a_log', { line: 1 });
    const summary = { ...this.walk.summary(), commands: this.commands, head: this.head };
    return { summary, fault: fault && { ...fault, line: this.line } };
  }

  private takeEvent(event: ArchivedEvent, computedHash: string | undefined, walk: LogWalk): LogFault | null {
    if (this.lastCommand !== null || comparePositions(event.position, this.position) <= 0) {
      throw new ArchiveError('out_of_place', { line: this.line });
    }
    this.position = event.position;
    const fault = walk.take(event, computedHash);
    if (!fault) this.options.onEvent?.(event);
    if (walk.events % PROGRESS_EVERY === 0) this.tick(walk);
    return fault;
  }

  private takeCommand(command: SettledCommand, text: string, walk: LogWalk): void {
    const { line } = this;
    if (
      this.lastCommand !== null &&
      Buffer.compare(Buffer.from(command.id), Buffer.from(this.lastCommand)) <= 0
    ) {
      throw new ArchiveError('out_of_place', { line });
    }
    if (command.version > (walk.heads.get(command.stream)?.version ?? -1n)) {
      throw new ArchiveError('malformed_line', { line, reason: 'version' });
    }
    this.lastCommand = command.id;
    this.commands++;
    this.commandsHash.update(`${text}\n`);
  }

  private takeEnd(end: EndLine, walk: LogWalk): LogFault | null {
    const { events, streams, root, order } = walk.state();
    const same =
      end.events === events &&
      end.withheld === walk.withheld &&
      end.streams === streams &&
      end.commands === this.commands &&
      end.root === root &&
      end.order === order &&
      end.commandsHash === this.commandsHash.digest('hex');
    if (!same) throw new ArchiveError('counts_differ', { line: this.line });
    return end.seal && walk.checkFinalSeal(end.seal);
  }

  private tick(walk: LogWalk): void {
    this.options.signal?.throwIfAborted();
    this.options.onProgress?.(walk.events);
  }
}

const PROGRESS_EVERY = 1_000;
