import type { Pool } from 'pg';

/** Milliseconds after which a node that was stopped while it held the lock loses it. */
const MOST_MS = 15_000;

const waiting = new Map<string, Promise<unknown>>();

/**
 * Runs functions with the same key one after another, on all nodes: what they read of other records holds until they
 * have written. A node holds one connection per key; the queue keeps further requests from taking the pool.
 */
export async function inOrder<T>(pool: Pool, key: string, run: () => Promise<T>): Promise<T> {
  const before = waiting.get(key) ?? Promise.resolve();
  const mine = before.then(
    () => locked(pool, key, run),
    () => locked(pool, key, run),
  );
  waiting.set(key, mine);
  try {
    return await mine;
  } finally {
    if (waiting.get(key) === mine) waiting.delete(key);
  }
}

async function locked<T>(pool: Pool, key: string, run: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let failure: unknown;
  try {
    await client.query(`begin; set local idle_in_transaction_session_timeout = ${MOST_MS}`);
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [key]);
    return await run();
  } finally {
    // Ends the transaction and with it the lock; a connection that cannot do that is closed.
    await client.query('rollback').catch((error: unknown) => (failure = error));
    client.release(failure !== undefined);
  }
}
