import type { Position } from '../port.ts';
import type { ArchivedEvent, ArchivePage, LogArchive, LogHeads } from './log-archive.ts';
import type { LogFault } from './log-fault.ts';
import type { Seal } from './seal.ts';
import { LogWalk, type LogSummary } from './walk-log.ts';
import { WitnessCheck, type WitnessedEvent } from './witness.ts';

const PAGE = 1_000;

export interface VerifyOptions {
  /** Fingerprints of trusted keys; null trusts every key, and the summary lists the keys found. */
  readonly trustedKeys: readonly string[] | null;
  /** Copies of seals kept outside of the log: the log must contain each of them and match it. */
  readonly seals?: readonly Seal[];
  /**
   * Events recorded by a witness on arrival, in that order; the log must contain each of them. Read before the walk
   * begins.
   */
  readonly witnessed?: Iterable<WitnessedEvent>;
  readonly onProgress?: (events: number) => void;
  /** Called for each event that passed, in order. */
  readonly onEvent?: (event: ArchivedEvent) => void;
  readonly signal?: AbortSignal;
}

export interface Verification {
  readonly summary: LogSummary;
  /** The first fault; null for an intact log. With a fault, the summary covers only the events before it. */
  readonly fault: LogFault | null;
}

/**
 * Walks the whole log once, in log order: contents, links, versions, the order itself, heads, purge records, seals.
 * Beside a running server it verifies the events committed while it walks, too.
 */
export async function verifyLog(archive: LogArchive, options: VerifyOptions): Promise<Verification> {
  const { storeId } = await archive.identity();
  const walk = new LogWalk({ ...options, storeId, isDense: archive.isDense === true });
  const witness = new WitnessCheck(options.witnessed ?? []);
  const fault =
    walk.begin() ?? (await walkArchive(archive, walk, witness, options)) ?? witness.finish() ?? walk.finish();
  return { summary: walk.summary(), fault };
}

async function walkArchive(
  archive: LogArchive,
  walk: LogWalk,
  witness: WitnessCheck,
  options: VerifyOptions,
): Promise<LogFault | null> {
  // The heads are compared after exactly as many events as they cover, so that concurrent appends do not matter.
  const heads = await archive.heads();
  const when = Number(heads.events);
  if (when === 0) {
    const fault = compareHeads(walk, heads);
    if (fault) return fault;
  }
  for await (const events of readPages(archive, null)) {
    for (const event of events) {
      const fault =
        walk.take(event) ?? witness.take(event) ?? (walk.events === when ? compareHeads(walk, heads) : null);
      if (fault) return fault;
      options.onEvent?.(event);
    }
    options.signal?.throwIfAborted();
    options.onProgress?.(walk.events);
  }
  return walk.events < when ? compareHeads(walk, heads) : null;
}

function compareHeads(walk: LogWalk, { heads }: LogHeads): LogFault | null {
  const fault = (reason: LogFault['reason'], stream: string, version: bigint): LogFault => ({
    reason,
    stream,
    version,
    position: null,
  });
  const unnamed = new Set(walk.heads.keys());
  for (const { stream, version, link } of heads) {
    const walked = walk.heads.get(stream);
    unnamed.delete(stream);
    if (!walked || walked.version < version) {
      return fault('events_missing', stream, (walked?.version ?? -1n) + 1n);
    }
    if (walked.version > version || walked.link !== link) return fault('head_differs', stream, version);
  }
  for (const stream of unnamed) return fault('head_missing', stream, walk.heads.get(stream)?.version ?? -1n);
  return null;
}

/** The whole log after a position; the next page is read while the last one is processed. */
export async function* readPages(
  archive: LogArchive,
  after: Position | null,
  size = PAGE,
): AsyncGenerator<readonly ArchivedEvent[], void, undefined> {
  const begin = (from: Position | null): Promise<ArchivePage> => {
    const page = archive.page(from, size);
    // The error surfaces where `coming` is awaited; until then, or if the consumer stops, it must not be unhandled.
    page.catch(() => undefined);
    return page;
  };
  for (let coming = begin(after); ;) {
    const page = await coming;
    if (!page.atEnd) coming = begin(page.next);
    yield page.events;
    if (page.atEnd) return;
  }
}
