import { withConnection } from '@cotejo/database';
import type { EventStore } from '@cotejo/event-store';
import { createMemoryEventStore } from '@cotejo/event-store/memory';
import type { TestDatabase } from '@cotejo/testing';
import pg from 'pg';
import {
  ProjectionRunner,
  rebuildProjection,
  type Projector,
  type Rebuilt,
  type RebuildOptions,
  type RunnerOptions,
} from '../index.ts';
import { putInto, silent, tallyDatabase, tallyProjector } from '../tally.fixture.ts';

/** The tally projector with its runners and rebuilds, over an event store in memory. */
export class TallyRig {
  store: EventStore = createMemoryEventStore();
  private runners: ProjectionRunner[] = [];

  private constructor(
    readonly database: TestDatabase,
    readonly pool: pg.Pool,
  ) {}

  static async open(): Promise<TallyRig> {
    const database = await tallyDatabase();
    const pool = new pg.Pool({ connectionString: database.appUrl, max: 12 });
    // Connections of a stopped owner are terminated.
    pool.on('error', () => undefined);
    return new TallyRig(database, pool);
  }

  /** Resets to the state before the first run. */
  async reset(): Promise<void> {
    const tables = ['es.projection', 'es.checkpoint', 'es.parked', 'read.tally'];
    await this.asOwner(tables.map((table) => `delete from ${table}`).join('; '));
    this.store = createMemoryEventStore();
    this.runners = [];
  }

  async stop(): Promise<void> {
    await Promise.all(this.runners.map((runner) => runner.stop()));
  }

  async drop(): Promise<void> {
    await this.pool.end();
    await this.database.drop();
  }

  asOwner(sql: string): Promise<unknown> {
    return withConnection(this.database.ownerUrl, (client) => client.query(sql));
  }

  runner(changes: Partial<Projector> = {}, options: Partial<RunnerOptions> = {}): ProjectionRunner {
    const { store, pool } = this;
    const projector = tallyProjector(changes);
    const made = new ProjectionRunner({
      ...{ store, pool, projector, log: silent, attempts: 2 },
      ...options,
    });
    this.runners.push(made);
    return made;
  }

  rebuild(changes: Partial<Projector> = {}, options: Partial<RebuildOptions> = {}): Promise<Rebuilt | null> {
    const { store, pool, database } = this;
    return rebuildProjection({
      ...{ store, pool, ownerUrl: database.ownerUrl, projector: tallyProjector(changes), log: silent },
      ...{ attempts: 2, batch: 3 },
      ...options,
    });
  }

  put(stream: string, ...names: string[]): Promise<bigint> {
    return putInto(this.store, stream, ...names);
  }

  /** All rows of the table as text. */
  async dump(): Promise<string> {
    // `seen` is drawn from a sequence at each write: it shows when a row was written, not the content of the log.
    const { rows } = await this.pool.query<{ row: string }>(
      'select (stream, total, names, length)::text as row from read.tally order by stream',
    );
    return rows.map(({ row }) => row).join('\n');
  }

  async names(): Promise<Record<string, string>> {
    const { rows } = await this.pool.query<{ stream: string; names: string }>(
      'select stream, names from read.tally',
    );
    return Object.fromEntries(rows.map(({ stream, names: all }) => [stream, all]));
  }

  async schemas(): Promise<readonly string[]> {
    const { rows } = await this.pool.query<{ name: string }>(
      `select nspname as name from pg_namespace where nspname ~ '^read' order by 1`,
    );
    return rows.map(({ name }) => name);
  }

  async live(): Promise<unknown> {
    const { rows } = await this.pool.query(
      'select live_generation, live_version, building_generation from es.projection',
    );
    return rows[0];
  }
}
