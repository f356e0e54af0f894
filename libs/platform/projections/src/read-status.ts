import type { Position } from '@cotejo/event-store';
import type { Pool } from 'pg';
import { positionFromRow } from './lease.ts';

export interface ProjectionStatus {
  readonly projector: string;
  readonly generation: number;
  readonly position: Position | null;
  readonly epoch: string;
  readonly owner: string | null;
  /** Somebody holds the lease now. */
  readonly held: boolean;
  readonly updatedAt: Date;
  readonly parked: number;
}

/** How each projection stands, for the administrator's page and command. */
export async function readProjectionStatus(pool: Pool): Promise<readonly ProjectionStatus[]> {
  const { rows } = await pool.query<Omit<ProjectionStatus, 'position'> & { readonly position: string }>(
    `select c.projector, c.generation, c.position::text, c.epoch::text, c.owner,
            coalesce(c.lease_until > clock_timestamp(), false) as held, c.updated_at as "updatedAt",
            (select count(*)::int from es.parked p
              where p.projector = c.projector and p.generation = c.generation) as parked
       from es.checkpoint c order by c.projector, c.generation`,
  );
  return rows.map((row) => ({ ...row, position: positionFromRow(row.position) }));
}
