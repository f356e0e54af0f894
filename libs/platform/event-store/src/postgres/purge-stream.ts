import { createClient } from '@cotejo/database/connections';
import { mapPostgresError } from './map-error.ts';

const CONNECT_MS = 5_000;

/**
 * Removes the content of a stream for ever. What the chain needs stays, and an event on `log-purges` says what
 * was purged, why and by whom. Its snapshots and answered commands go too; read models are the caller's.
 *
 * @param connectionString enters as the owner of schema `es`, or as a role that may execute `es.purge_stream`
 * @returns how many events lost their content
 * @throws EventStoreError `invalid` for a stream without content or one of the log's own, `fatal` for a role without
 *   the right
 */
export async function purgeStream(
  connectionString: string,
  purge: { readonly stream: string; readonly reason: string; readonly by: string },
): Promise<number> {
  const client = createClient({
    connectionString,
    application_name: 'cotejo-purge',
    connectionTimeoutMillis: CONNECT_MS,
  });
  try {
    await client.connect();
    const { rows } = await client.query<{ purged: string }>('select es.purge_stream($1, $2, $3) as purged', [
      purge.stream,
      purge.reason,
      purge.by,
    ]);
    return Number(rows[0]?.purged);
  } catch (error) {
    throw mapPostgresError(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}
