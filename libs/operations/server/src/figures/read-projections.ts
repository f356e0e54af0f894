import type { EventStore } from '@cotejo/event-store';
import type { ProjectionRow, ProjectionState } from '@cotejo/operations-contracts';
import { readProjectionStatus, type ProjectionStatus } from '@cotejo/projections';
import type { Pool } from 'pg';

/** A projection may be this late before it is called late: a batch in hand is no news. */
const LATE_SECONDS = 5;

/** A generation as it stands, but for what part of the log it has read. */
export type ProjectionFigures = Omit<ProjectionRow, 'progress'>;

/** How each generation of each projection stands. */
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

/** `isBeingReplaced`: somebody builds the tables that will take the place of these. */
export function stateOf(
  { role, held }: Pick<ProjectionStatus, 'role' | 'held'>,
  isBeingReplaced: boolean,
  lagSeconds: number | null,
): ProjectionState {
  if (role === 'building') return held ? 'building' : 'stopped';
  if (!held) return isBeingReplaced ? 'waiting' : 'stopped';
  return (lagSeconds ?? 0) > LATE_SECONDS ? 'behind' : 'live';
}

/** Part of the log that is read, 0–100; null when one of the two is unknown. */
export function progressOf(lagEvents: number | null, events: number | null): number | null {
  if (lagEvents === null || events === null) return null;
  return events === 0 ? 100 : Math.max(0, Math.min(100, (100 * (events - lagEvents)) / events));
}
