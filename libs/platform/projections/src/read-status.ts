import { EventStoreError, type EventStore, type Position } from '@cotejo/event-store';
import type { Pool } from 'pg';
import { positionFromRow } from './lease.ts';
import { readLag, type ProjectionLag } from './read-lag.ts';

export interface ProjectionStatus {
  readonly projector: string;
  readonly generation: number;
  /** `live` rows are read; `building` rows will replace them. */
  readonly role: 'live' | 'building';
  /** Version of the code that writes these rows. */
  readonly version: number;
  readonly position: Position | null;
  readonly epoch: string;
  readonly owner: string | null;
  /** Whether an owner holds the lease now. */
  readonly held: boolean;
  readonly updatedAt: Date;
  readonly parked: number;
  /** Null without a store, for rows of another log, and for a position ahead of the log. */
  readonly lag: ProjectionLag | null;
}

type StatusRow = Omit<ProjectionStatus, 'position' | 'lag'> & {
  readonly position: string;
  readonly store_id: string | null;
  readonly incarnation: string | null;
};

/** Status of each projection, for the administrator's page and the command; with `store`, including its lag. */
export async function readProjectionStatus(
  pool: Pool,
  store?: EventStore,
): Promise<readonly ProjectionStatus[]> {
  const { rows } = await pool.query<StatusRow>(
    `select p.projector, g.generation, g.role, g.version, coalesce(c.position, 0)::text as position,
            coalesce(c.epoch, 0)::text as epoch, c.owner, c.store_id, c.incarnation,
            coalesce(c.lease_until > clock_timestamp(), false) as held,
            coalesce(c.updated_at, p.live_since) as "updatedAt",
            (select count(*)::int from es.parked k
              where k.projector = p.projector and k.generation = g.generation) as parked
       from es.projection p
      cross join lateral (values (p.live_generation, 'live', p.live_version),
                                 (p.building_generation, 'building', p.building_version))
                         g(generation, role, version)
       left join es.checkpoint c on c.projector = p.projector and c.generation = g.generation
      where g.generation is not null order by p.projector, g.generation`,
  );
  const statuses: ProjectionStatus[] = [];
  for (const { store_id, incarnation, ...row } of rows) {
    const position = positionFromRow(row.position);
    const lag = store ? await lagOf(pool, store, position, store_id, incarnation) : null;
    statuses.push({ ...row, position, lag });
  }
  return statuses;
}

async function lagOf(
  pool: Pool,
  store: EventStore,
  position: Position | null,
  storeId: string | null,
  incarnation: string | null,
): Promise<ProjectionLag | null> {
  const identity = await store.identity();
  if (storeId !== null && storeId !== identity.storeId) return null;
  if (incarnation !== null && incarnation !== identity.incarnation) return null;
  try {
    return await readLag(pool, store, position);
  } catch (error) {
    if (error instanceof EventStoreError && error.kind === 'invalid') return null;
    throw error;
  }
}
