import { createClient } from '@cotejo/database/connections';
import { mapPostgresError } from './map-error.ts';

const CONNECT_MS = 5_000;

/**
 * Permanently removes the content of a stream. The fields that the chain needs stay, and an event on `log-purges`
 * records the stream, the reason and the author of the purge. Its snapshots and command outcomes are deleted too; read
 * models are left to the caller.
 *
 * @param connectionString connects as the owner of schema `es`, or as a role that may execute `es.purge_stream`
 * @returns number of events that lost their content
 * @throws EventStoreError `invalid` for a stream without content or one of the log's own, `fatal` for a role without
 * the right
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
