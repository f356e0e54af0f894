import type { LogStatus } from '@cotejo/operations-contracts';
import { listParked } from '@cotejo/projections';
import type { OperationsServices } from '../operations-services.ts';
import { readLog } from './read-log.ts';
import { readNodes } from './read-nodes.ts';
import { progressOf, readProjections } from './read-projections.ts';
import { readSeal } from './read-seal.ts';

/** Reads the complete log status for product administrators; not cached. */
export async function readLogStatus(services: OperationsServices): Promise<LogStatus> {
  const { store, pool, jobs, clock } = services;
  const now = clock();
  const [log, projections, parked, seal, nodes, failed] = await Promise.all([
    readLog(store, pool),
    readProjections(store, pool, now),
    listParked(pool),
    readSeal(store),
    readNodes(pool),
    jobs.dead(),
  ]);
  const isBuilt = (name: string, generation: number): boolean =>
    projections.some((row) => row.name === name && row.generation === generation && row.state === 'building');
  return {
    at: now.toISOString(),
    log,
    projections: projections.map((row) => ({ ...row, progress: progressOf(row.lagEvents, log.events) })),
    parked: parked.map(({ projector, generation, stream, attempts, error, parkedAt }) => ({
      projection: projector,
      generation,
      live: !isBuilt(projector, generation),
      stream,
      since: parkedAt.toISOString(),
      attempts,
      error,
    })),
    seal,
    nodes,
    jobs: failed.map(({ since, ...job }) => ({ ...job, since: since.toISOString() })),
  };
}
