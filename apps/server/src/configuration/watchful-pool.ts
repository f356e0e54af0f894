import pg from 'pg';

/** What `pg` says when `query_timeout` has gone by without an answer. */
const SILENCE = 'Query read timeout';

/**
 * A pool that ends connections on which a query got no answer in time. `pg` gives up that query alone: the
 * connection would be handed out again, and whoever got it would wait in vain behind what was never answered.
 */
export class WatchfulPool extends pg.Pool {
  constructor(config?: pg.PoolConfig) {
    super(config);
    this.on('connect', watch);
  }
}

function watch(client: pg.PoolClient): void {
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
