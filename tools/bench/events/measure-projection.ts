import { APP_ROLE } from '@cotejo/database';
import { createPool } from '@cotejo/database/connections';
import type { EventStore } from '@cotejo/event-store';
import { createPostgresEventStore } from '@cotejo/event-store/postgres';
import { ProjectionRunner, rebuildProjection, type ProjectionLog } from '@cotejo/projections';
import { createSimpleTable, simpleProjector } from '@cotejo/projections/fixtures';
import type { BenchRun } from '../run-bench.ts';
import type { BenchDatabase } from './open-database.ts';
import type { Part } from './run-part.ts';

const silent: ProjectionLog = { info: () => undefined, warn: () => undefined, error: () => undefined };
const MOST_MS = 120_000;

/** Events per second of the live projector, from the first event to the last one of `stream`. */
export async function measureCatchUp(
  run: BenchRun,
  { ownerUrl, appUrl }: BenchDatabase,
  { store, stream, events }: { readonly store: EventStore; readonly stream: string; readonly events: number },
): Promise<number> {
  await createSimpleTable(ownerUrl, APP_ROLE);
  const pool = createPool({ connectionString: appUrl, max: 4 });
  run.atEnd(() => pool.end());
  const runner = new ProjectionRunner({ store, pool, projector: simpleProjector, log: silent });
  const head = await store.head(stream);
  const began = performance.now();
  runner.start();
  run.atEnd(() => runner.stop());
  if (!head || !(await runner.waitFor(stream, head.version, MOST_MS))) throw new Error('it did not catch up');
  const perSecond = (events * 1_000) / (performance.now() - began);
  await runner.stop();
  return perSecond;
}

/** Rebuilds that table beside the live one. */
export const rebuild: Part = async ({ ownerUrl, appUrl }) => {
  const store = createPostgresEventStore({ connectionString: appUrl });
  const pool = createPool({ connectionString: appUrl, max: 4 });
  await Promise.all([store.identity(), pool.query('select 1')]);
  const idle = process.memoryUsage.rss();
  const rebuilt = await rebuildProjection({ store, pool, ownerUrl, projector: simpleProjector, log: silent });
  if (!rebuilt) throw new Error('nothing was rebuilt');
  await pool.end();
  await store.close();
  return { events: rebuilt.events, seconds: rebuilt.seconds, idle };
};
