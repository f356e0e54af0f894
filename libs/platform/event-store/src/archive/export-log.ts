import { createHash, hash } from 'node:crypto';
import type { Position, SettledCommand } from '../port.ts';
import { ArchiveError } from './archive-error.ts';
import type { ArchivedEvent, LogArchive } from './log-archive.ts';
import { parseLogLine, writeCommand, writeEnd, writeEvent, writeHead } from './log-lines.ts';
import { signSeal, type LogSigner } from './seal.ts';
import { readPages } from './verify-log.ts';
import { contentOf, isWithheld, LogWalk } from './walk-log.ts';

const COMMANDS_PAGE = 500;

export interface ExportOptions {
  /** Signs the end line; without a signer the file is covered only by the seals on the log. */
  readonly signer?: LogSigner | null;
  readonly now?: () => Date;
  /** Result of `readBrokenOffExport`: lines already in that file are not yielded again. */
  readonly resume?: BrokenOffExport;
  readonly onProgress?: (events: number) => void;
  readonly signal?: AbortSignal;
}

/**
 * The whole log as NDJSON lines (line ends included), in log order; see `log-lines.ts`. The archive is read no faster
 * than the lines are consumed. An event that does not verify is not yielded.
 * @throws ArchiveError `broken`, or `not_the_same_log` when the file to resume is of another log
 */
export async function* exportLog(
  archive: LogArchive,
  options: ExportOptions = {},
): AsyncGenerator<string, void, undefined> {
  const { signer = null, now = () => new Date(), resume, signal } = options;
  const identity = await archive.identity();
  const walk = resume?.walk ?? new LogWalk({ storeId: identity.storeId, trustedKeys: null });
  if (resume) await refuseOtherLog(archive, resume);
  else yield writeHead({ ...identity, exportedAt: now().toISOString() });

  for await (const events of readPages(archive, walk.lastPosition as Position | null)) {
    for (const event of events) {
      const content = isWithheld(event) ? null : contentOf(event);
      const fault = walk.take(event, content === null ? undefined : hash('sha256', content, 'hex'));
      if (fault)
        throw new ArchiveError('broken', { reason: `${fault.reason} ${fault.stream} ${fault.version}` });
      yield writeEvent(event, content);
    }
    signal?.throwIfAborted();
    options.onProgress?.(walk.events);
  }
  const fault = walk.finish();
  if (fault) throw new ArchiveError('broken', { reason: `${fault.reason} ${fault.stream}` });

  const commandsHash = createHash('sha256');
  let commands = 0;
  for await (const command of readCommands(archive)) {
    // A command settled after the last exported event belongs to a later export.
    if (command.version > (walk.heads.get(command.stream)?.version ?? -1n)) continue;
    const line = writeCommand(command);
    commandsHash.update(line);
    commands++;
    yield line;
  }
  const state = walk.state();
  const { events, streams, root, order } = state;
  const seal = signer && signSeal({ format: 1, ...identity, ...state, at: now().toISOString() }, signer);
  const { withheld } = walk;
  yield writeEnd({
    events,
    withheld,
    streams,
    commands,
    root,
    order,
    commandsHash: commandsHash.digest('hex'),
    seal,
  });
}

async function* readCommands(archive: LogArchive): AsyncGenerator<SettledCommand, void, undefined> {
  for (let after: string | null = null; ;) {
    const page: readonly SettledCommand[] = await archive.commands(after, COMMANDS_PAGE);
    yield* page;
    after = page.at(-1)?.id ?? null;
    if (after === null) return;
  }
}

/** The valid part of an interrupted export: everything up to the last complete event line. */
export interface BrokenOffExport {
  readonly walk: LogWalk;
  readonly storeId: string;
  readonly incarnation: string;
  readonly lastEvent: ArchivedEvent | null;
  readonly beforeLast: Position | null;
  /** Number of valid lines, and their bytes; everything after them is written anew. */
  readonly lines: number;
  readonly bytes: number;
  /** True when the file has its end line, so that there is nothing to resume. */
  readonly isComplete: boolean;
}

/**
 * Reads and verifies the file of an interrupted export.
 * @param lines without their ends, a truncated one left out (`readLines` with `dropCut`)
 * @throws ArchiveError for a file that is not an export, or does not verify
 */
export async function readBrokenOffExport(lines: AsyncIterable<string>): Promise<BrokenOffExport> {
  let found = null as Omit<BrokenOffExport, 'walk'> | null;
  let walk = new LogWalk({ storeId: null, trustedKeys: null });
  let line = 0;
  let bytes = 0;
  for await (const text of lines) {
    line++;
    bytes += Buffer.byteLength(text) + 1;
    const read = parseLogLine(text, line);
    if (read.kind === 'head') {
      const { storeId, incarnation } = read.head;
      walk = new LogWalk({ storeId, trustedKeys: null });
      found = { storeId, incarnation, lastEvent: null, beforeLast: null, lines: 1, bytes, isComplete: false };
    } else if (found && read.kind === 'event') {
      const fault = walk.take(read.event, read.computedHash);
      if (fault) throw new ArchiveError('broken', { line, reason: fault.reason });
      const beforeLast: Position | null = found.lastEvent?.position ?? null;
      found = { ...found, lastEvent: read.event, beforeLast, lines: line, bytes };
    } else if (found && read.kind === 'end') {
      found = { ...found, lines: line, bytes, isComplete: true };
    }
  }
  if (!found) throw new ArchiveError('not_a_log', { line: 1 });
  return { ...found, walk };
}

async function refuseOtherLog(archive: LogArchive, resume: BrokenOffExport): Promise<void> {
  const { storeId, incarnation } = await archive.identity();
  const { lastEvent, beforeLast } = resume;
  // Positions are comparable only within one incarnation of a log.
  let same = storeId === resume.storeId && incarnation === resume.incarnation;
  if (same && lastEvent) {
    const [event] = (await archive.page(beforeLast, 1)).events;
    same = event?.position === lastEvent.position && event.link === lastEvent.link;
  }
  if (!same) throw new ArchiveError('not_the_same_log');
}
