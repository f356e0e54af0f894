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
  /** Database of the read models, as the application role. */
  readonly pool: Pool;
  /** URL of that database for the role that owns the tables. */
  readonly ownerUrl: string;
  readonly projector: Projector;
  readonly log: ProjectionLog;
  readonly onProgress?: (progress: RebuildProgress) => void;
  /** Interrupts the rebuild; the next one continues from there. */
  readonly signal?: AbortSignal;
  /** Rebuild only if the live rows are of an older version, or from the log before it was moved or restored. */
  readonly ifOutdated?: boolean;
  /** Replaces the live rows even if streams are parked that are not parked there. */
  readonly acceptParked?: boolean;
  readonly batch?: number;
  readonly leaseMs?: number;
  readonly attempts?: number;
}

export interface RebuildProgress {
  /** `folding` the log, `tidying` the tables, `flipping` (or waiting to flip) them with the live ones. */
  readonly phase: 'folding' | 'tidying' | 'flipping';
  /** Events of this run so far. */
  readonly events: number;
  /** Events to fold when it began; null when the store cannot count them. */
  readonly of: number | null;
  readonly perSecond: number;
}

export interface Rebuilt {
  readonly generation: number;
  readonly resumed: boolean;
  readonly events: number;
  readonly seconds: number;
  /** Streams that are parked in the new rows. */
  readonly parked: readonly ParkedStream[];
}

/** Larger than a live batch, for fewer round trips; a page of the store is bounded in bytes as well. */
const BATCH = 5_000;
const CONNECT_MS = 10_000;
const REST_MS = 2_000;

/**
 * Rebuilds a projector's tables from the first event beside the live ones, while the live runner continues, and then
 * swaps them. The work of an interrupted run is continued. Null when `ifOutdated` found nothing to do.
 * @throws ProjectionError `busy` while another process is rebuilding; `newer`, `tables`, `parked`
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
    // The owner may have been killed: a living one has renewed its lease after this delay.
    await delay(leaseMs, undefined, { signal: options.signal });
    return take();
  });
  if (!building?.resumed) return building;
  const retried = await retryGeneration({ ...options, leaseMs }, building.lease);
  // A retry invalidates the current lease.
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
      // Once the lease is lost, the failure is irrelevant: another process continues the build.
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
    // Drops the old tables and the schema of the build; after a failure the next rebuild drops them.
    await dropOthers(this.client, projector, null).catch((error: unknown) =>
      log.warn({ projector: projector.name, error: String(error) }, 'old tables not dropped'),
    );
    const seconds = (performance.now() - this.began) / 1_000;
    log.info({ projector: projector.name, generation, events: this.events, seconds }, 'tables built anew');
    const parked = await listParked(pool, { projector: projector.name, generation });
    return { generation, resumed: this.building.resumed, events: this.events, seconds, parked };
  }

  /**
   * Vacuum gives statistics to the planner and visibility maps for index-only reads, which tables in use get over time.
   */
  private async tidy(): Promise<void> {
    this.tell('tidying');
    for (const table of this.options.projector.tables) {
      await this.client.query(`vacuum (analyze) ${qualified(this.building.lease.schema, table)}`);
    }
  }

  /**
   * Streams parked here but not in the live rows prevent the flip, unless the live rows are outdated: then one parked
   * stream is better than all streams late.
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
