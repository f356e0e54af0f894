import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { comparePositions, type EventStore, type Position, type ReadAllPage } from '@cotejo/event-store';
import type { Pool } from 'pg';
import { applyApart } from './apply-batch.ts';
import { faultKindOf, Fenced } from './classify-fault.ts';
import {
  acquireLease,
  advanceCheckpoint,
  positionFromRow,
  releaseLease,
  renewLease,
  type Lease,
} from './lease.ts';
import { listParked } from './parked-streams.ts';
import { pause, type ProjectionSignals } from './projection-signals.ts';
import type { ProjectionLog, Projector } from './projector.ts';
import { retryParked, type RetryOutcome } from './retry-parked.ts';
import { writeTransaction } from './write-transaction.ts';

export interface RunnerOptions {
  readonly store: EventStore;
  /** The database of the read models, entered as the application's role. */
  readonly pool: Pool;
  readonly projector: Projector;
  readonly log: ProjectionLog;
  /** Makes `waitFor` prompt; without it the checkpoint is polled. */
  readonly signals?: ProjectionSignals;
  /** Events of one transaction at most. */
  readonly batch?: number;
  /** How long others wait for an owner that fell silent. */
  readonly leaseMs?: number;
  /** Attempts at a batch before its streams are tried apart. */
  readonly attempts?: number;
}

export type RunnerState = 'stopped' | 'standby' | 'owner' | 'faulted';

const DEFAULT_BATCH = 1_000;
const DEFAULT_LEASE_MS = 3_000;
const DEFAULT_ATTEMPTS = 3;
const MAX_BACKOFF_MS = 10_000;
const POLL_MS = 25;

/**
 * Runs one projector on this node, or stands by while another node does. At any moment one owner's epoch is
 * the highest, and only it can commit; each batch's rows and checkpoint are one transaction, so that whatever
 * crashes, every event counts once.
 */
export class ProjectionRunner {
  readonly owner = `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`;
  private readonly leaseMs: number;
  private readonly batch: number;
  private stopping = new AbortController();
  private running: Promise<void> | null = null;
  private current: RunnerState = 'stopped';
  /** Everything up to here is projected, as far as this node knows. */
  private seen: Position | null = null;

  constructor(private readonly options: RunnerOptions) {
    this.leaseMs = options.leaseMs ?? DEFAULT_LEASE_MS;
    this.batch = options.batch ?? DEFAULT_BATCH;
  }

  get projector(): Projector {
    return this.options.projector;
  }

  get state(): RunnerState {
    return this.current;
  }

  start(): void {
    if (this.running) return;
    this.stopping = new AbortController();
    this.running = this.run();
  }

  /** Finishes the batch in hand and gives the lease back. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
    this.running = null;
  }

  /**
   * Waits until an event's rows are readable, whichever node writes them. False after `timeoutMs`, and at
   * once when its stream is parked.
   */
  async waitFor(stream: string, version: bigint | number, timeoutMs = 500): Promise<boolean> {
    const deadline = AbortSignal.timeout(timeoutMs);
    let position: Position | null = null;
    while (!deadline.aborted) {
      position ??= await this.positionOf(stream, BigInt(version));
      if (position !== null) {
        if (this.current === 'owner' && comparePositions(position, this.seen) <= 0) {
          return !(await this.isParked(stream));
        }
        const reached = await this.reached(stream, position);
        if (reached !== 'not-yet') return reached === 'projected';
      }
      await this.nextWakeUp(deadline);
    }
    return false;
  }

  /** Tries parked streams again, all of this projector's or one; from whichever process. */
  retry(stream?: string): Promise<readonly RetryOutcome[]> {
    const { pool, store, projector, log } = this.options;
    return retryParked(
      { pool, store, projector, log, batch: this.batch, idleTimeoutMs: this.leaseMs },
      stream,
    );
  }

  private async run(): Promise<void> {
    const { log, pool, projector, store } = this.options;
    const { signal } = this.stopping;
    let backoff = 250;
    while (!signal.aborted) {
      try {
        this.current = 'standby';
        const { storeId } = await store.identity();
        const lease = await acquireLease(pool, projector, this.owner, this.leaseMs, storeId);
        if (!lease) {
          await pause(this.leaseMs / 3, signal);
          continue;
        }
        await this.runAsOwner(lease);
        backoff = 250;
      } catch (error) {
        if (error instanceof Fenced) {
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
    const { log, pool, projector, store } = this.options;
    const { signal } = this.stopping;
    const parked = new Set((await listParked(pool, projectorKey(projector))).map(({ stream }) => stream));
    this.seen = lease.position;
    this.current = 'owner';
    log.info({ projector: projector.name, position: lease.position, epoch: lease.epoch }, 'projecting');

    const bell = new Bell();
    let lost = false;
    // Each beat also rings, so that a lost wake-up of the store costs a second, not an event.
    const heartbeat = setInterval(() => {
      renewLease(pool, lease, this.seen, this.leaseMs).then(
        (held) => {
          lost ||= !held;
          bell.ring();
        },
        (error: unknown) =>
          log.warn({ projector: projector.name, error: String(error) }, 'lease not renewed'),
      );
    }, this.leaseMs / 3);
    const onStop = () => bell.ring();
    signal.addEventListener('abort', onStop);
    const subscription = await store.subscribe({
      after: 'head',
      filter: projector.filter,
      onEvents: () => bell.ring(),
    });
    // Reading runs one page ahead of writing: while one batch is in the database, the next is fetched.
    let ahead: Promise<ReadAllPage> | null = null;
    try {
      while (!signal.aborted) {
        if (lost) throw new Fenced(projector.name);
        bell.reset();
        const page: ReadAllPage = await (ahead ?? this.readAfter(this.seen));
        ahead = page.atEnd || page.next === null ? null : this.readAfter(page.next);
        // Its fault is met when it is awaited; until then it is not an unhandled one.
        ahead?.catch(() => undefined);
        if (page.events.length > 0) await this.commit(lease, page, parked);
        this.seen = page.next ?? this.seen;
        if (page.atEnd) await bell.rung();
      }
    } finally {
      clearInterval(heartbeat);
      signal.removeEventListener('abort', onStop);
      await ahead?.catch(() => undefined);
      await subscription.close();
      await releaseLease(pool, lease).catch(() => undefined);
    }
  }

  private readAfter(position: Position | null): Promise<ReadAllPage> {
    const { store, projector } = this.options;
    return store.readAll(position, { filter: projector.filter, limit: this.batch });
  }

  /** Writes one page; comes back only when it is committed, or throws when it cannot be by this owner. */
  private async commit(lease: Lease, page: ReadAllPage, parked: Set<string>): Promise<void> {
    const { log, pool, projector } = this.options;
    const most = this.options.attempts ?? DEFAULT_ATTEMPTS;
    let poisoned = 0;
    let backoff = 50;
    for (;;) {
      const events = page.events.filter(({ stream }) => !parked.has(stream));
      try {
        const parkedNow = await writeTransaction(pool, this.leaseMs, async (tx) => {
          const failed = poisoned >= most ? await applyApart(projector, events, tx, most) : [];
          if (poisoned < most && events.length > 0) await projector.apply(events, tx);
          await advanceCheckpoint(tx, lease, page.next, this.leaseMs);
          return failed;
        });
        for (const fault of parkedNow) {
          parked.add(fault.stream);
          log.error({ projector: projector.name, ...fault }, 'stream parked');
        }
        return;
      } catch (error) {
        const kind = faultKindOf(error);
        if (kind === 'fenced' || kind === 'statement' || this.stopping.signal.aborted) throw error;
        if (kind === 'poison') poisoned += 1;
        log.warn({ projector: projector.name, error: String(error), kind }, 'batch failed; trying again');
        await pause(backoff, this.stopping.signal);
        backoff = Math.min(backoff * 2, kind === 'poison' ? 200 : MAX_BACKOFF_MS);
      }
    }
  }

  private async positionOf(stream: string, version: bigint): Promise<Position | null> {
    for await (const event of this.options.store.read(stream, { from: version, to: version, limit: 1 })) {
      return event.position;
    }
    return null;
  }

  private async isParked(stream: string): Promise<boolean> {
    return (await listParked(this.options.pool, { ...projectorKey(this.projector), stream })).length > 0;
  }

  private async reached(stream: string, position: Position): Promise<'projected' | 'parked' | 'not-yet'> {
    const { rows } = await this.options.pool.query<{ position: string; parked: boolean }>(
      `select position::text, exists (select from es.parked p where p.projector = c.projector
                and p.generation = c.generation and p.stream_id = $3) as parked
         from es.checkpoint c where projector = $1 and generation = $2`,
      [this.projector.name, this.projector.generation, stream],
    );
    const [row] = rows;
    if (row?.parked) return 'parked';
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

/** Rung any number of times, heard once; a ring between `reset` and `rung` is not lost. */
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

const projectorKey = ({ name, generation }: Projector) => ({ projector: name, generation });
