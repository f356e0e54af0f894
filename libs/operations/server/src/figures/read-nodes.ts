import type { NodeRow } from '@cotejo/operations-contracts';
import type { Pool } from 'pg';

/** Seconds without a heartbeat after which a node counts as gone; nodes send one every few seconds. */
const PATIENCE_SECONDS = 30;

/** Server nodes seen during the last day, living ones first; null when there are none. */
export async function readNodes(pool: Pool): Promise<NodeRow[] | null> {
  const { rows } = await pool.query<{ id: string; alive: boolean; seenAt: Date }>(
    `select node_id as id, seen_at as "seenAt",
            seen_at > clock_timestamp() - $1::int * interval '1 second' as alive
       from es.node where seen_at > clock_timestamp() - interval '1 day'
      order by alive desc, seen_at desc, node_id limit 100`,
    [PATIENCE_SECONDS],
  );
  return rows.length === 0 ? null : rows.map((row) => ({ ...row, seenAt: row.seenAt.toISOString() }));
}
