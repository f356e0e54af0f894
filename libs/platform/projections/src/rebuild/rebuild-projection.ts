import { setTimeout as delay } from 'node:timers/promises';
import type { EventStore } from '@cotejo/event-store';
import { createClient } from '@cotejo/database/connections';
import type { Client, Pool } from 'pg';
import { ATTEMPTS, LogFold } from '../fold-log.ts';
import { LeaseKeeper } from '../keep-lease.ts';
import { LEASE_MS, newOwner, releaseLease, renewLease } from '../lease.ts';
import { listParked, type ParkedStream } from '../parked-streams.ts';
import { ProjectionError } from '../projection-error.ts';
import type { ProjectionLog, Projector } from '../projector.ts';
import { readLag } from '../read-lag.ts';
import { retryGeneration } from '../retry-parked.ts';
import { beginBuilding, dropOthers, type Building } from './begin-building.ts';
import { qualified } from './describe-tables.ts';
import { TablesChanged } from './flip-generation.ts';
import { takePlace } from './take-place.ts';

export interface RebuildOptions {
  readonly store: EventStore;
  /** The database of the read models, entered as the application's role. */
  readonly pool: Pool;
  /** The same database as the role that owns the tables. */
  readonly ownerUrl: string;
  readonly projector: Projector;
  readonly log: ProjectionLog;
  readonly onProgress?: (progress: RebuildProgress) => void;
  /** Gives it up where it is; the next rebuild goes on from there. */
  readonly signal?: AbortSignal;
  /** Only if the live rows are of an older version, or of the log before it was moved or restored. */
  readonly ifOutdated?: boolean;
  /** Takes the place of the live rows even without streams that those have. */
  readonly acceptParked?: boolean;
  readonly batch?: number;
  readonly leaseMs?: number;
  readonly attempts?: number;
}

export interface RebuildProgress {
  /** `folding` the log, `tidying` the tables, waiting to be `flipping` them with those that are read. */
  readonly phase: 'folding' | 'tidying' | 'flipping';
  /** Events of this run so far. */
  readonly events: number;
  /** Events that lay ahead when it began; null when the store cannot count them. */
  readonly of: number | null;
  readonly perSecond: number;
}

export interface Rebuilt {
  readonly generation: number;
  readonly resumed: boolean;
  readonly events: number;
  readonly seconds: number;
  /** Streams that stay aside in the new rows, too. */
  readonly parked: readonly ParkedStream[];
}

/** Fewer round trips than a live batch needs; a page of the store is bounded in bytes as well. */
const BATCH = 5_000;
const CONNECT_MS = 10_000;
const REST_MS = 2_000;

/**
 * Builds a projector's tables anew from the first event, beside those that are read and while the live runner
 * goes on, and then puts them in their place. What a run that was killed has built is taken up. Null when
 * `ifOutdated` found nothing to do.
 * @throws ProjectionError `busy` while another process is at it; `newer`, `tables`, `parked`
 */
export async function rebuildProjection(options: RebuildOptions): Promise<Rebuilt | null> {
  const owner = newOwner();
  const client = createClient({ connectionString: options.ownerUrl, connectionTimeoutMillis: CONNECT_MS });
  await client.connect();
  try {
    for (;;) {
      const building = await begin(options, client, owner);
      if (building === null) return null;
      try {
        return await new Rebuild(options, client, building).run();
      } catch (error) {
        if (!(error instanceof TablesChanged)) throw error;
        options.log.info({ projector: options.projector.name }, `${error.message}; beginning anew`);
      }
    }
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function begin(options: RebuildOptions, client: Client, owner: string): Promise<Building | null> {
  const { store, leaseMs = LEASE_MS, ifOutdated = false } = options;
  const identity = await store.identity();
  const take = () => beginBuilding({ ...options, client, owner, leaseMs, identity, ifOutdated });
  const building = await take().catch(async (error: unknown) => {
    if (ifOutdated || !(error instanceof ProjectionError) || error.code !== 'busy') throw error;
    // Whoever had it may have been killed: one that lives has renewed its lease by then.
    await delay(leaseMs, undefined, { signal: options.signal });
    return take();
  });
  if (!building?.resumed) return building;
  const retried = await retryGeneration({ ...options, leaseMs }, building.lease);
  // A retry ends whatever lease there is.
  return retried.length > 0 ? take() : building;
}

class Rebuild {
  private readonly began = performance.now();
  private readonly signal: AbortSignal;
  private readonly leaseMs: number;
  private events = 0;
  private of: number | null = null;

  constructor(
    private readonly options: RebuildOptions,
    private readonly client: Client,
    private readonly building: Building,
  ) {
    this.signal = options.signal ?? new AbortController().signal;
    this.leaseMs = options.leaseMs ?? LEASE_MS;
  }

  async run(): Promise<Rebuilt> {
    const { pool, store, projector, log, batch = BATCH, attempts = ATTEMPTS } = this.options;
    const { leaseMs, signal } = this;
    const { lease, live, resumed } = this.building;
    log.info({ projector: projector.name, generation: lease.generation, resumed }, 'building tables anew');
    let fold: LogFold | null = null;
    const keeper = new LeaseKeeper({ pool, lease, leaseMs, log, reached: () => fold });
    try {
      this.of = await this.countAhead();
      const shared = { store, pool, projector, log, lease, leaseMs, batch, attempts, signal };
      const folded = (fold = await LogFold.begin(shared));
      const step = async (): Promise<boolean> => {
        signal.throwIfAborted();
        keeper.assertHeld();
        const { events, atEnd } = await folded.step();
        this.events += events;
        this.tell('folding');
        return atEnd;
      };
      while (!(await step()));
      await this.tidy();
      for (;;) {
        while (!(await step()));
        await this.refuseParked();
        this.tell('flipping');
        const { client } = this;
        const done = await takePlace({ ...shared, client, live, step, reached: folded });
        if (done) break;
        log.warn({ projector: projector.name }, 'readers held the tables; trying again');
        await delay(REST_MS, undefined, { signal });
      }
    } catch (error) {
      // Without the lease, nothing that failed is this process's business.
      const held = await renewLease(pool, lease, null, leaseMs).catch(() => true);
      if (held) throw error;
      throw new ProjectionError('busy', projector.name, 'another process has taken it over');
    } finally {
      keeper.stop();
      await fold?.close();
      await releaseLease(pool, lease).catch(() => undefined);
    }
    return this.finish();
  }

  private async finish(): Promise<Rebuilt> {
    const { pool, projector, log } = this.options;
    const { generation } = this.building.lease;
    // The old tables, and the schema that the new ones came from; a failure leaves them to the next rebuild.
    await dropOthers(this.client, projector, null).catch((error: unknown) =>
      log.warn({ projector: projector.name, error: String(error) }, 'old tables not dropped'),
    );
    const seconds = (performance.now() - this.began) / 1_000;
    log.info({ projector: projector.name, generation, events: this.events, seconds }, 'tables built anew');
    const parked = await listParked(pool, { projector: projector.name, generation });
    return { generation, resumed: this.building.resumed, events: this.events, seconds, parked };
  }

  /** What a year of use does for tables that grew: statistics for the planner, maps for index-only reads. */
  private async tidy(): Promise<void> {
    this.tell('tidying');
    for (const table of this.options.projector.tables) {
      await this.client.query(`vacuum (analyze) ${qualified(this.building.lease.schema, table)}`);
    }
  }

  /**
   * Streams that the live rows have and these would lack keep things as they are, unless the live rows cannot
   * go on anyway: then one stream aside is better than all of them late.
   */
  private async refuseParked(): Promise<void> {
    const { pool, projector, acceptParked = false } = this.options;
    const { lease, live, liveIsCurrent } = this.building;
    if (acceptParked || !liveIsCurrent) return;
    const streamsOf = async (generation: number): Promise<string[]> =>
      (await listParked(pool, { projector: projector.name, generation })).map(({ stream }) => stream);
    const [before, now] = [await streamsOf(live), await streamsOf(lease.generation)];
    const worse = now.filter((stream) => !before.includes(stream));
    if (worse.length > 0) throw new ProjectionError('parked', projector.name, worse.join(', '));
  }

  private async countAhead(): Promise<number | null> {
    const { pool, store, projector } = this.options;
    const { events, exact } = await readLag(pool, store, this.building.lease.position, projector.filter);
    return exact ? events : null;
  }

  private tell(phase: RebuildProgress['phase']): void {
    const { events, of } = this;
    const perSecond = (events * 1_000) / Math.max(1, performance.now() - this.began);
    this.options.onProgress?.({ phase, events, of, perSecond });
  }
}
