import type { EventStore } from '@cotejo/event-store';
import type { ProjectionRow, ProjectionState } from '@cotejo/operations-contracts';
import { readProjectionStatus, type ProjectionStatus } from '@cotejo/projections';
import type { Pool } from 'pg';

/** Seconds of lag after which a projection counts as late; less is a batch in progress. */
const LATE_SECONDS = 5;

/** Figures of a generation, without the percentage of the log read. */
export type ProjectionFigures = Omit<ProjectionRow, 'progress'>;

/** Figures of every generation of every projection. */
export async function readProjections(
  store: EventStore,
  pool: Pool,
  now: Date,
): Promise<readonly ProjectionFigures[]> {
  const statuses = await readProjectionStatus(pool, store);
  const built = new Set(
    statuses.filter(({ role, held }) => role === 'building' && held).map(({ projector }) => projector),
  );
  return statuses.map((status) => {
    const { projector: name, generation, owner, held, parked, updatedAt, lag } = status;
    const lagSeconds =
      lag === null ? null : Math.max(0, (now.getTime() - (lag.since ?? now).getTime()) / 1_000);
    return {
      name,
      generation,
      state: stateOf(status, built.has(name), lagSeconds),
      owner: held ? owner : null,
      lagEvents: lag?.events ?? null,
      lagExact: lag?.exact ?? true,
      lagSeconds,
      parked,
      updatedAt: updatedAt.toISOString(),
    };
  });
}

/** `isBeingReplaced`: a node holds the build of the generation that will replace this one. */
export function stateOf(
  { role, held }: Pick<ProjectionStatus, 'role' | 'held'>,
  isBeingReplaced: boolean,
  lagSeconds: number | null,
): ProjectionState {
  if (role === 'building') return held ? 'building' : 'stopped';
  if (!held) return isBeingReplaced ? 'waiting' : 'stopped';
  return (lagSeconds ?? 0) > LATE_SECONDS ? 'behind' : 'live';
}

/** Percentage of the log that has been read, 0–100; null when either argument is unknown. */
export function progressOf(lagEvents: number | null, events: number | null): number | null {
  if (lagEvents === null || events === null) return null;
  return events === 0 ? 100 : Math.max(0, Math.min(100, (100 * (events - lagEvents)) / events));
}
