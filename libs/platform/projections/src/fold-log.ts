import { comparePositions, type EventStore, type Position, type ReadAllPage } from '@cotejo/event-store';
import type { Pool } from 'pg';
import { applyApart } from './apply-batch.ts';
import { faultKindOf } from './classify-fault.ts';
import { advanceCheckpoint, committedPosition, type Lease, type Reached } from './lease.ts';
import { listParked } from './parked-streams.ts';
import { pause } from './projection-signals.ts';
import type { ProjectionLog, Projector } from './projector.ts';
import { readSkips, type SkippedEvents } from './skipped-events.ts';
import { writeTransaction } from './write-transaction.ts';

export interface FoldOptions {
  readonly store: EventStore;
  readonly pool: Pool;
  readonly projector: Projector;
  readonly log: ProjectionLog;
  readonly lease: Lease;
  readonly leaseMs: number;
  /** Maximum number of events per transaction. */
  readonly batch: number;
  /** Attempts at a batch before its streams are applied one by one. */
  readonly attempts: number;
  readonly signal: AbortSignal;
  /** Whether a subscription wakes the fold, so that it may read what has arrived instead of the log. */
  readonly isWoken?: boolean;
}

/** Default number of attempts at a batch before its streams are applied one by one. */
export const ATTEMPTS = 3;
const MAX_BACKOFF_MS = 10_000;

/** Folds the log into one generation of a projector's tables, page by page, under a lease. */
export class LogFold implements Reached {
  position: Position | null;
  committed: Position | null;
  private parked: Set<string>;
  /** Reading runs one page ahead of writing: the next page is fetched while the current batch is written. */
  private ahead: Promise<ReadAllPage> | null = null;
  /** The end of the log was read once; a subscription announces what is committed later. */
  private hasReachedEnd = false;

  private constructor(
    private readonly options: FoldOptions,
    parked: ReadonlySet<string>,
    private readonly skips: SkippedEvents,
  ) {
    this.position = options.lease.position;
    this.committed = options.lease.position;
    this.parked = new Set(parked);
  }

  static async begin(options: FoldOptions): Promise<LogFold> {
    const skips = await readSkips(options.store, options.projector.name);
    return new LogFold(options, await readParked(options), skips);
  }

  /** Reads and writes one page; returns its number of events and whether it was the last. */
  async step(): Promise<{ readonly events: number; readonly atEnd: boolean }> {
    const page: ReadAllPage = await (this.ahead ?? this.readAfter(this.position));
    this.ahead = page.atEnd || page.next === null ? null : this.readAfter(page.next);
    // The error surfaces where `ahead` is awaited; this handler prevents an unhandled rejection before that.
    this.ahead?.catch(() => undefined);
    if (page.events.length > 0) {
      await this.commit(page);
      this.committed = page.next ?? this.committed;
    }
    this.position = page.next ?? this.position;
    this.hasReachedEnd ||= page.atEnd;
    return { events: page.events.length, atEnd: page.atEnd };
  }

  /** Waits for the page being fetched. */
  async close(): Promise<void> {
    await this.ahead?.catch(() => undefined);
    this.ahead = null;
  }

  private readAfter(position: Position | null): Promise<ReadAllPage> {
    const { store, projector, batch, isWoken = false } = this.options;
    const arrived = isWoken && this.hasReachedEnd;
    return store.readAll(position, { filter: projector.filter, limit: batch, arrived });
  }

  /** Writes one page; returns only when it is committed, throws when this owner cannot commit it. */
  private async commit(page: ReadAllPage): Promise<void> {
    const { log, pool, projector, lease, leaseMs, attempts, signal } = this.options;
    const how = { schema: lease.schema, idleTimeoutMs: leaseMs, owner: lease.owner, durable: false };
    let poisoned = 0;
    let backoff = 50;
    let isUnsure = false;
    for (;;) {
      const events = page.events.filter((event) => !this.parked.has(event.stream) && !this.skips.has(event));
      try {
        if (isUnsure && (await this.wasCommitted(page))) return;
        const parkedNow = await writeTransaction(pool, how, async (tx) => {
          const isApart = poisoned >= attempts;
          const failed = isApart ? await applyApart(projector, lease, events, tx, attempts) : [];
          if (!isApart && events.length > 0) await projector.apply(events, tx);
          await advanceCheckpoint(tx, lease, this, page.next, leaseMs);
          return failed;
        });
        for (const fault of parkedNow) {
          this.parked.add(fault.stream);
          log.error({ projector: projector.name, ...fault }, 'stream parked');
        }
        return;
      } catch (error) {
        const kind = faultKindOf(error);
        if (kind === 'fenced' || kind === 'statement' || signal.aborted) throw error;
        if (kind === 'poison') poisoned += 1;
        // The connection may have broken after the commit, before its answer arrived.
        else isUnsure = true;
        log.warn({ projector: projector.name, error: String(error), kind }, 'batch failed; trying again');
        await pause(backoff, signal);
        backoff = Math.min(backoff * 2, kind === 'poison' ? 200 : MAX_BACKOFF_MS);
      }
    }
  }

  private async wasCommitted(page: ReadAllPage): Promise<boolean> {
    const { pool, lease } = this.options;
    if (comparePositions(await committedPosition(pool, lease), page.next) < 0) return false;
    this.parked = await readParked(this.options);
    return true;
  }
}

async function readParked({ pool, lease }: FoldOptions): Promise<Set<string>> {
  const { projector, generation } = lease;
  const parked = await listParked(pool, { projector, generation });
  return new Set(parked.map(({ stream }) => stream));
}
