import pg from 'pg';

export { DatabaseError, escapeIdentifier, escapeLiteral } from 'pg';

/** Called with the error of a connection that broke outside a query. */
export type OnBroken = (error: Error) => void;

/** Safe to ignore: the query in progress, or the next one, rejects with that error. */
const ignore: OnBroken = () => undefined;

/**
 * Creates an unconnected client. Clients and pools are created in this file only (`npm run lint` refuses others): an
 * 'error' event of a connection without a listener ends the process.
 */
export function createClient(config: pg.ClientConfig, onBroken: OnBroken = ignore): pg.Client {
  const client = new pg.Client(config);
  client.on('error', onBroken);
  return client;
}

/** @param onBroken called when a connection breaks while idle in the pool */
export function createPool(config: pg.PoolConfig, onBroken: OnBroken = ignore): pg.Pool {
  const pool = new WatchfulPool(config);
  pool.on('error', onBroken);
  return pool;
}

/** Message of `pg` when `query_timeout` passed without an answer. */
const SILENCE = 'Query read timeout';

/**
 * Survives connections that break while checked out, when `pg-pool` does not listen to them. Destroys connections on
 * which a query timed out: `pg` abandons only that query, and the connection would be reused with the unanswered query
 * still ahead of the next one.
 */
export class WatchfulPool extends pg.Pool {
  constructor(config?: pg.PoolConfig) {
    super(config);
    this.on('error', ignore);
    this.on('connect', watch);
  }
}

function watch(client: pg.PoolClient): void {
  client.on('error', ignore);
  const ask = client.query.bind(client) as (...question: unknown[]) => unknown;
  const watched = (...question: unknown[]): unknown => {
    const answer = ask(...question);
    if (answer instanceof Promise) {
      answer.catch((error: unknown) => {
        const isSilence = error instanceof Error && error.message === SILENCE;
        if (isSilence && client instanceof pg.Client) client.connection.stream.destroy();
      });
    }
    return answer;
  };
  Object.assign(client, { query: watched });
}
