import { comparePositions, type EventStore, type Position } from '@cotejo/event-store';
import type { Pool } from 'pg';
import { Fenced } from './classify-fault.ts';
import { ATTEMPTS, LogFold } from './fold-log.ts';
import { LeaseKeeper } from './keep-lease.ts';
import { acquireLease, LEASE_MS, newOwner, positionFromRow, releaseLease, type Lease } from './lease.ts';
import { ProjectionError } from './projection-error.ts';
import { pause, type ProjectionSignals } from './projection-signals.ts';
import type { ProjectionLog, Projector } from './projector.ts';
import { rebuildProjection } from './rebuild/rebuild-projection.ts';
import { retryParked, type RetryOutcome } from './retry-parked.ts';

export interface RunnerOptions {
  readonly store: EventStore;
  /** Database of the read models, as the application role. */
  readonly pool: Pool;
  readonly projector: Projector;
  readonly log: ProjectionLog;
  /**
   * URL of that database for the role that owns the tables. With it, a node whose code is newer than the rows rebuilds
   * them beside the live ones; without it, the node stands by until another node has done so.
   */
  readonly ownerUrl?: string;
  /** Wakes `waitFor` promptly; without it the checkpoint is polled. */
  readonly signals?: ProjectionSignals;
  /** Maximum number of events per transaction. */
  readonly batch?: number;
  /** Duration of the lease in milliseconds: other nodes wait this long for an owner that fell silent. */
  readonly leaseMs?: number;
  /** Attempts at a batch before its streams are applied one by one. */
  readonly attempts?: number;
  /** Lower bound in milliseconds for every non-zero timeout of `waitFor`; tests set it, since they can wait longer. */
  readonly leastWaitMs?: number | undefined;
}

export type RunnerState = 'stopped' | 'standby' | 'owner' | 'faulted';

/** An event in the log, and whether the projector handles its type. */
interface Place {
  readonly position: Position;
  readonly isHandled: boolean;
}

/** Large enough that a frequently changing row is written once for many of its events. */
const BATCH = 2_500;
const MAX_BACKOFF_MS = 10_000;
const POLL_MS = 25;
const WAKE_MS = 10;

/**
 * Runs one projector on this node, or stands by while another node does. At any moment one owner's epoch is the
 * highest, and only that owner can commit; rows and checkpoint of a batch are one transaction, so that every event
 * counts once whichever process crashes.
 */
export class ProjectionRunner {
  readonly owner = newOwner();
  private readonly leaseMs: number;
  private readonly batch: number;
  private stopping = new AbortController();
  private running: Promise<void> | null = null;
  private current: RunnerState = 'stopped';
  private fold: LogFold | null = null;
  private lastNotice = '';

  constructor(private readonly options: RunnerOptions) {
    this.leaseMs = options.leaseMs ?? LEASE_MS;
    this.batch = options.batch ?? BATCH;
  }

  get projector(): Projector {
    return this.options.projector;
  }

  /** A node that rebuilds tables reports `standby`: the live rows stay as they are until the new ones are ready. */
  get state(): RunnerState {
    return this.current;
  }

  start(): void {
    if (this.running) return;
    this.stopping = new AbortController();
    this.current = 'standby';
    this.running = this.run();
  }

  /** Finishes the current batch and releases the lease. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
    this.running = null;
  }

  /**
   * Waits until an event's rows are readable, whichever node writes them; an event that the projector does not handle
   * has none, but the rows of earlier ones of its stream are waited for. False after `timeoutMs`, and at once when its
   * stream is parked.
   */
  async waitFor(stream: string, version: bigint | number, timeoutMs = 500): Promise<boolean> {
    const { leastWaitMs = 0 } = this.options;
    const deadline = AbortSignal.timeout(timeoutMs === 0 ? 0 : Math.max(timeoutMs, leastWaitMs));
    let event: Place | null = null;
    while (!deadline.aborted) {
      event ??= await this.placeOf(stream, BigInt(version));
      if (event !== null) {
        const reached = await this.reached(stream, event.position);
        if (reached !== 'not-yet') return reached === 'projected';
        if (!event.isHandled && (await this.hasPassed(stream, event.position))) return true;
      }
      await this.nextWakeUp(deadline);
    }
    return false;
  }

  /**
   * Waits until all events of streams with this prefix that are in the log now have readable rows, whichever node wrote
   * them; parked streams do not count. False after `timeoutMs`.
   */
  async waitForAll(streamPrefix: string, timeoutMs: number): Promise<boolean> {
    const deadline = AbortSignal.timeout(timeoutMs);
    let from: Position | null = await this.checkpoint();
    for (;;) {
      const page = await this.options.store.readAll(from, {
        filter: { streamPrefixes: [streamPrefix] },
        limit: 1,
      });
      const [next] = page.events;
      if (next === undefined) {
        if (page.atEnd) return true;
        from = page.next;
        continue;
      }
      while ((await this.reached(next.stream, next.position)) === 'not-yet') {
        if (deadline.aborted) return false;
        await this.nextWakeUp(deadline);
      }
      // The rows may be far beyond this event by now.
      from = page.next;
      const reached = await this.checkpoint();
      if (reached !== null && (from === null || comparePositions(from, reached) < 0)) from = reached;
    }
  }

  /** Retries parked streams, all of this projector's or one; may run in any process. */
  retry(stream?: string): Promise<readonly RetryOutcome[]> {
    const { pool, store, projector, log } = this.options;
    return retryParked({ pool, store, projector, log, batch: this.batch, leaseMs: this.leaseMs }, stream);
  }

  private async run(): Promise<void> {
    const { log, pool, projector, store } = this.options;
    const { signal } = this.stopping;
    let backoff = 250;
    while (!signal.aborted) {
      try {
        // A `faulted` state ends here, once the lease can be requested again.
        const identity = await store.identity();
        const acquired = await acquireLease(pool, projector, this.owner, this.leaseMs, identity);
        if (typeof acquired === 'object' && 'epoch' in acquired) {
          await this.runAsOwner(acquired);
          backoff = 250;
          continue;
        }
        this.current = 'standby';
        if (acquired === 'outdated' && (await this.buildAnew())) continue;
        if (acquired === 'newer') this.notice('the rows are of a newer release; standing by');
        // Wakes when the lease of a silent owner expires; a living owner renews it meanwhile.
        const left = typeof acquired === 'object' ? acquired.heldForMs + WAKE_MS : Infinity;
        await pause(Math.min(left, this.leaseMs / 3), signal);
      } catch (error) {
        if (error instanceof Fenced) {
          this.current = 'standby';
          log.info({ projector: projector.name }, 'lease lost; standing by');
          continue;
        }
        this.current = 'faulted';
        log.error({ projector: projector.name, error: String(error) }, 'projection halted; trying again');
        await pause(backoff, signal);
        backoff = Math.min(backoff * 2, MAX_BACKOFF_MS);
      }
    }
    this.current = 'stopped';
  }

  private async runAsOwner(lease: Lease): Promise<void> {
    const { log, pool, projector, store, attempts = ATTEMPTS } = this.options;
    const { leaseMs, batch } = this;
    const { signal } = this.stopping;
    const bell = new Bell();
    const fold = await LogFold.begin({
      ...{ store, pool, projector, log, lease, leaseMs, batch, attempts, signal, isWoken: true },
    });
    this.fold = fold;
    this.current = 'owner';
    const { generation, position, epoch } = lease;
    log.info({ projector: projector.name, generation, position, epoch }, 'projecting');
    // Each renewal also rings, so that a lost wake-up of the store delays an event by a second instead of losing it.
    const keeper = new LeaseKeeper({
      ...{ pool, lease, leaseMs, log },
      reached: () => fold,
      onBeat: () => bell.ring(),
    });
    const onStop = () => bell.ring();
    signal.addEventListener('abort', onStop);
    try {
      const subscription = await store.subscribe({
        after: 'head',
        filter: projector.filter,
        onEvents: () => bell.ring(),
      });
      try {
        while (!signal.aborted) {
          keeper.assertHeld();
          bell.reset();
          const { atEnd } = await fold.step();
          if (atEnd) await bell.rung();
        }
      } finally {
        await subscription.close();
      }
    } finally {
      keeper.stop();
      signal.removeEventListener('abort', onStop);
      this.fold = null;
      await fold.close();
      await releaseLease(pool, lease).catch(() => undefined);
    }
  }

  /** Rebuilds the tables for this node's version; false when another node must do so, or it has to be retried later. */
  private async buildAnew(): Promise<boolean> {
    const { ownerUrl, store, pool, projector, log, attempts = ATTEMPTS } = this.options;
    if (ownerUrl === undefined) {
      this.notice('the rows are of an older release; standing by until they are built anew');
      return false;
    }
    try {
      const { signal } = this.stopping;
      await rebuildProjection({
        ...{ store, pool, ownerUrl, projector, log, attempts, signal },
        leaseMs: this.leaseMs,
        ifOutdated: true,
      });
      return true;
    } catch (error) {
      if (this.stopping.signal.aborted) return false;
      if (error instanceof ProjectionError && error.code === 'busy') {
        this.notice('another node builds the rows of this release; standing by');
        return false;
      }
      // The live rows stay readable, so the node remains ready, but the operator must be informed.
      log.error({ projector: projector.name, error: String(error) }, 'rows not built anew; trying again');
      await pause(MAX_BACKOFF_MS / 2, this.stopping.signal);
      return false;
    }
  }

  /** Logs a repeated message only once. */
  private notice(message: string): void {
    if (this.lastNotice === message) return;
    this.lastNotice = message;
    const { log, projector } = this.options;
    log.info({ projector: projector.name, version: projector.version }, message);
  }

  private async placeOf(stream: string, version: bigint): Promise<Place | null> {
    const { types } = this.projector.filter;
    for await (const { position, type } of this.options.store.read(stream, {
      from: version,
      to: version,
      limit: 1,
    })) {
      return { position, isHandled: types?.includes(type) ?? true };
    }
    return null;
  }

  /**
   * Whether no handled event of the stream up to this position is still to be projected. An event that the filter hides
   * does not wake the owner, whose checkpoint passes it a beat of the lease later.
   */
  private async hasPassed(stream: string, position: Position): Promise<boolean> {
    const { types = [] } = this.projector.filter;
    const { events, next, atEnd } = await this.options.store.readAll(await this.checkpoint(), {
      filter: { streamPrefixes: [stream], types },
      limit: 1,
    });
    const [first] = events;
    if (first !== undefined) return comparePositions(position, first.position) < 0;
    return atEnd || (next !== null && comparePositions(position, next) <= 0);
  }

  /** Position up to which the live rows are readable; null before the first batch. */
  private async checkpoint(): Promise<Position | null> {
    const { rows } = await this.options.pool.query<{ position: string | null }>(
      `select c.position::text from es.projection p
         join es.checkpoint c on c.projector = p.projector and c.generation = p.live_generation
        where p.projector = $1`,
      [this.projector.name],
    );
    const position = rows[0]?.position;
    return position === null || position === undefined ? null : positionFromRow(position);
  }

  private async reached(stream: string, position: Position): Promise<'projected' | 'parked' | 'not-yet'> {
    const isMine = this.fold !== null && comparePositions(position, this.fold.position) <= 0;
    const { rows } = await this.options.pool.query<{ position: string; parked: boolean }>(
      `select c.position::text, exists (select from es.parked k where k.projector = c.projector
                and k.generation = c.generation and k.stream_id = $2) as parked
         from es.projection p
         join es.checkpoint c on c.projector = p.projector and c.generation = p.live_generation
        where p.projector = $1`,
      [this.projector.name, stream],
    );
    const [row] = rows;
    if (row?.parked) return 'parked';
    if (isMine) return 'projected';
    return row && comparePositions(position, positionFromRow(row.position)) <= 0 ? 'projected' : 'not-yet';
  }

  private nextWakeUp(deadline: AbortSignal): Promise<void> {
    const { signals } = this.options;
    const woken = new AbortController();
    const forget = signals?.onProjected((name) => {
      if (name === null || name === this.projector.name) woken.abort();
    });
    return pause(POLL_MS, AbortSignal.any([deadline, woken.signal])).finally(() => forget?.());
  }
}

/** Wake-up flag: several rings wake once; a ring between `reset` and `rung` is not lost. */
class Bell {
  private hasRung = false;
  private wake: (() => void) | null = null;

  ring(): void {
    this.hasRung = true;
    this.wake?.();
  }

  reset(): void {
    this.hasRung = false;
  }

  rung(): Promise<void> {
    if (this.hasRung) return Promise.resolve();
    return new Promise((resolve) => (this.wake = resolve));
  }
}
