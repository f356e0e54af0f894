import { exportLog, verifyLog } from '@cotejo/event-store/archive';
import { createPostgresArchive } from '@cotejo/event-store/postgres';
import type { BenchRun } from '../run-bench.ts';
import type { BenchDatabase } from './open-database.ts';

export interface ArchiveRates {
  readonly events: number;
  /** Events per second. */
  readonly verified: number;
  readonly exported: number;
  readonly exportedBytes: number;
}

/** Verifies the whole log, and exports it without writing, so that the disk is not measured. */
export async function measureArchive(run: BenchRun, { appUrl }: BenchDatabase): Promise<ArchiveRates> {
  const archive = createPostgresArchive({ connectionString: appUrl });
  run.atEnd(() => archive.close());
  const { signal } = run;
  const began = performance.now();
  const { summary, fault } = await verifyLog(archive, { trustedKeys: null, signal });
  if (fault) throw new Error(`the log does not verify: ${fault.reason}`);
  const verified = performance.now();
  let exportedBytes = 0;
  for await (const line of exportLog(archive, { signal })) exportedBytes += Buffer.byteLength(line);
  const exported = performance.now();
  const { events } = summary;
  return {
    events,
    verified: (events * 1_000) / (verified - began),
    exported: (events * 1_000) / (exported - verified),
    exportedBytes,
  };
}
