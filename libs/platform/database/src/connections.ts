import pg from 'pg';

export { DatabaseError, escapeIdentifier, escapeLiteral } from 'pg';

/** Called with the error of a connection that broke outside a query. */
export type OnBroken = (error: Error) => void;

/** Nothing is lost by ignoring it: the query in progress, or the next one, rejects with the same error. */
const ignore: OnBroken = () => undefined;

/**
 * A client that is not connected yet. Clients and pools are made in this file alone (`npm run lint` refuses
 * others): an 'error' of a connection without a listener ends the process.
 */
export function createClient(config: pg.ClientConfig, onBroken: OnBroken = ignore): pg.Client {
  const client = new pg.Client(config);
  client.on('error', onBroken);
  return client;
}

/** @param onBroken for connections that break while they are idle in the pool */
export function createPool(config: pg.PoolConfig, onBroken: OnBroken = ignore): pg.Pool {
  const pool = new WatchfulPool(config);
  pool.on('error', onBroken);
  return pool;
}

/** What `pg` says when `query_timeout` has gone by without an answer. */
const SILENCE = 'Query read timeout';

/**
 * Survives connections that break while they are checked out, when `pg-pool` listens to them no longer. Ends
 * connections on which a query got no answer in time: `pg` gives up that query alone, and the connection would be
 * handed out again with the unanswered query still in front.
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
