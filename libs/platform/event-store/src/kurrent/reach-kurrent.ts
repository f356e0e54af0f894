import { DEFAULT_TIMEOUTS } from '../postgres/connect.ts';
import { KurrentConnection } from './connection.ts';
import { LogReader } from './read-log.ts';
import { readIdentity } from './store-identity.ts';

/**
 * Reads the identity and the end of the log of a KurrentDB once, as every command does first; writes nothing.
 * @throws EventStoreError when it cannot be reached or refuses the user
 */
export async function reachKurrent({
  url,
  namespace = '',
}: {
  readonly url: string;
  readonly namespace?: string;
}): Promise<void> {
  const ms = DEFAULT_TIMEOUTS.attemptMs;
  const connection = new KurrentConnection({ url });
  try {
    await readIdentity({ connection, namespace, ms });
    await new LogReader({ connection, namespace, readMs: ms }).probeAll();
  } finally {
    await connection.close();
  }
}
