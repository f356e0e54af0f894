import {
  ArchiveError,
  exportLog,
  headsRoot,
  importLog,
  readLines,
  verifyExport,
  type LogArchive,
} from '@cotejo/event-store/archive';
import { z } from 'zod';
import { BackupError } from './backup-error.ts';
import { DATA_BYTES } from './frames.ts';
import { logSummarySchema, type LogSummary } from './manifest.ts';

/** Consumes a log piece by piece and resolves with its summary; throws for a log that is incomplete or invalid. */
export type ReadLog = (content: AsyncIterable<Buffer>) => Promise<LogSummary>;

/** Source of the log in a backup. */
export interface LogSource {
  readonly storeId: string;
  /** The whole log, up to some moment after the call; `tell` is called after the last piece. */
  content(tell: (summary: LogSummary) => void): AsyncIterable<Buffer>;
}

const endLine = logSummarySchema.extend({ kind: z.literal('end') });

/** A log as the lines of its export. */
export async function logSource(archive: LogArchive, signal?: AbortSignal): Promise<LogSource> {
  const { storeId } = await archive.identity();
  return { storeId, content: (tell) => exportContent(archive, tell, signal) };
}

async function* exportContent(
  archive: LogArchive,
  tell: (summary: LogSummary) => void,
  signal: AbortSignal | undefined,
): AsyncGenerator<Buffer> {
  let lines: string[] = [];
  let length = 0;
  let last = '';
  for await (const line of believing(exportLog(archive, signal ? { signal } : {}))) {
    last = line;
    lines.push(line);
    length += line.length;
    if (length < DATA_BYTES) continue;
    yield Buffer.from(lines.join(''));
    lines = [];
    length = 0;
  }
  if (length > 0) yield Buffer.from(lines.join(''));
  // An export ends with a line that summarises it.
  const { kind: _, ...summary } = endLine.parse(JSON.parse(last));
  tell(summary);
}

/** Verifies the chain, event by event, and that the log is complete. */
export const verifyLogContent: ReadLog = async (content) => {
  const { summary, fault } = await explaining(() => verifyExport(readLines(content), { trustedKeys: null }));
  if (fault) throw new BackupError('log_broken', { reason: fault.reason, line: fault.line ?? 0 });
  return pick(summary);
};

/** Writes the log into the archive and gives it a new incarnation. */
export const importContent =
  (archive: LogArchive): ReadLog =>
  async (content) => {
    const { summary } = await explaining(() => importLog(archive, readLines(content), { trustedKeys: null }));
    return pick(summary);
  };

const pick = ({ events, streams, root, order }: LogSummary): LogSummary => ({ events, streams, root, order });

/** Heads of the log in its current state. */
export async function headsOf(archive: LogArchive): Promise<Pick<LogSummary, 'events' | 'streams' | 'root'>> {
  const { events, heads } = await archive.heads();
  const root = headsRoot(new Map(heads.map((head) => [head.stream, head])));
  return { events: Number(events), streams: heads.length, root };
}

async function explaining<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw explained(error);
  }
}

async function* believing(lines: AsyncIterable<string>): AsyncGenerator<string> {
  try {
    yield* lines;
  } catch (error) {
    throw explained(error);
  }
}

const explained = (error: unknown): unknown =>
  error instanceof ArchiveError
    ? new BackupError('log_broken', { reason: error.code, line: error.line ?? 0 }, { cause: error })
    : error;
