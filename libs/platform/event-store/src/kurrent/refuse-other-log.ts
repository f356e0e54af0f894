import type { Pool } from 'pg';
import { EventStoreError } from '../port.ts';

export const IMPORT_HINT =
  'a log moves with `npm run log -- export` under the old configuration and ' +
  '`npm run log -- import` under the new one, with an empty database beside it';

/**
 * Refuses to start on Postgres alone when this database holds the side tables of a log in KurrentDB: the log would
 * split in two. (The KurrentDB adapter checks the opposite case itself.)
 * @throws EventStoreError `fatal`
 */
export async function refuseKurrentSide(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ events: string }>(
    'select events from es.kurrent_index where events > 0',
  );
  const [row] = rows;
  if (!row) return;
  throw new EventStoreError(
    'fatal',
    `this database belongs to a log of ${row.events} events in KurrentDB, and KURRENTDB_URL is not set: ` +
      `set it, or else ${IMPORT_HINT}`,
  );
}
