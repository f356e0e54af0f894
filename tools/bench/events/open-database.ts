import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { APP_ROLE, startEmbedded } from '@cotejo/database';
import { migrateEventStore } from '@cotejo/event-store/postgres';
import type { BenchRun } from '../run-bench.ts';

export interface BenchDatabase {
  readonly ownerUrl: string;
  readonly appUrl: string;
}

/** A Postgres for the bench, as durable as the product's, with an empty log; removed when the bench ends. */
export async function openDatabase(run: BenchRun): Promise<BenchDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cotejo-bench-'));
  // When run as root, Postgres runs as another user, which must be able to enter.
  await chmod(dataDir, 0o711);
  run.atEnd(() => rm(dataDir, { recursive: true, force: true }));
  const postgres = await startEmbedded({ dataDir, log: () => undefined, signal: run.signal });
  run.atEnd(() => postgres.stop());
  await migrateEventStore(postgres.ownerUrl, { appRole: APP_ROLE });
  return postgres;
}
