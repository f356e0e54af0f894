import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';

/**
 * A pool that loses the answer to the first commit after rows were written: the connection breaks. With `isLate` the
 * commit itself takes effect only some time later.
 */
export function losingOneCommit(inner: pg.Pool, isLate: boolean): pg.Pool {
  let hasWritten = false;
  let isLost = false;
  let late: Promise<unknown> = Promise.resolve();
  const losing = (client: pg.PoolClient): pg.PoolClient => {
    const query = async (text: string, values?: unknown[]): Promise<unknown> => {
      if (/read\.tally/.test(text)) hasWritten = true;
      const isTheOne = text === 'commit' && hasWritten && !isLost;
      if (isTheOne && isLate) {
        isLost = true;
        await client.query('select pg_sleep(0)');
        late = delay(150)
          .then(() => client.query('commit'))
          .catch(() => undefined);
      } else {
        const answer = await client.query(text, values);
        if (!isTheOne) return answer;
        isLost = true;
      }
      throw new Error('Connection terminated unexpectedly');
    };
    return new Proxy(client, {
      get(target, key) {
        if (key === 'query' && !isLost) return query;
        // The broken connection answers nothing more, not even a rollback.
        if (key === 'query') return () => Promise.reject(new Error('Connection terminated unexpectedly'));
        if (key === 'release') {
          // Released only after the late commit: otherwise its interrupted query would reject unhandled.
          return () => void Promise.all([late, delay(400)]).then(() => target.release(true));
        }
        const value: unknown = Reflect.get(target, key);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
  };
  return new Proxy(inner, {
    get(target, key) {
      if (key === 'connect') {
        return async () => (isLost ? target.connect() : losing(await target.connect()));
      }
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
