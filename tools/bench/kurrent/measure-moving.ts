import { APP_ROLE } from '@cotejo/database';
import { createPool } from '@cotejo/database/connections';
import type { EventStore } from '@cotejo/event-store';
import { exportLog, importLog } from '@cotejo/event-store/archive';
import { createKurrentArchive, createKurrentEventStore } from '@cotejo/event-store/kurrent';
import { createPostgresArchive, createPostgresEventStore } from '@cotejo/event-store/postgres';
import { rebuildProjection, type ProjectionLog } from '@cotejo/projections';
import { createSimpleTable, simpleProjector } from '@cotejo/projections/fixtures';
import { fillLog } from '../events/fill-log.ts';
import { openDatabase, type BenchDatabase } from '../events/open-database.ts';
import { sized } from '../measure/sized.ts';
import type { BenchRun } from '../run-bench.ts';
import { openKurrent } from './open-kurrent.ts';

export const MOVED = sized(60_000, 1_000);
const silent: ProjectionLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

export interface Moving {
  /** Events per second. */
  readonly imported: number;
  readonly rebuilt: { readonly postgres: number; readonly kurrent: number };
}

/** Moves a log from Postgres to KurrentDB, and rebuilds a read model from either. */
export async function measureMoving(run: BenchRun): Promise<Moving> {
  const from = await openDatabase(run);
  const postgres = createPostgresEventStore({ connectionString: from.appUrl });
  run.atEnd(() => postgres.close());
  await fillLog(postgres, { from: 0, to: MOVED, signal: run.signal });
  const source = createPostgresArchive({ connectionString: from.appUrl });
  run.atEnd(() => source.close());
  const lines: string[] = [];
  for await (const line of exportLog(source, { signal: run.signal })) lines.push(line.slice(0, -1));

  const server = await openKurrent(run);
  const to = await openDatabase(run);
  const target = createKurrentArchive({ ...server, connectionString: to.ownerUrl });
  run.atEnd(() => target.close());
  const began = performance.now();
  await importLog(target, given(lines), { trustedKeys: null, signal: run.signal });
  const imported = (MOVED * 1_000) / (performance.now() - began);

  const kurrent = createKurrentEventStore({ ...server, connectionString: to.appUrl });
  run.atEnd(() => kurrent.close());
  return {
    imported,
    rebuilt: { postgres: await rebuild(run, postgres, from), kurrent: await rebuild(run, kurrent, to) },
  };
}

async function rebuild(
  run: BenchRun,
  store: EventStore,
  { ownerUrl, appUrl }: BenchDatabase,
): Promise<number> {
  await createSimpleTable(ownerUrl, APP_ROLE);
  const pool = createPool({ connectionString: appUrl, max: 4 });
  run.atEnd(() => pool.end());
  await store.identity();
  const rebuilt = await rebuildProjection({ store, pool, ownerUrl, projector: simpleProjector, log: silent });
  if (!rebuilt) throw new Error('nothing was rebuilt');
  return rebuilt.events / rebuilt.seconds;
}

async function* given(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}
