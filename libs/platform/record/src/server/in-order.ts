import type { Pool } from 'pg';

/** Milliseconds after which a node that was stopped while it held the lock loses it. */
const MOST_MS = 15_000;
/** Connections of a pool that hold or await locks at once: whoever holds one needs further connections. */
const MOST_LOCKS = 3;

const waiting = new Map<string, Promise<unknown>>();
const places = new WeakMap<Pool, Places>();

/**
 * Runs functions with the same key one after another, on all nodes: what they read of other records holds until they
 * have written. A node holds one connection per key, and few for all keys together, so that the pool is never taken.
 */
export async function inOrder<T>(pool: Pool, key: string, run: () => Promise<T>): Promise<T> {
  const before = waiting.get(key) ?? Promise.resolve();
  const placed = (): Promise<T> => placesOf(pool).take(() => locked(pool, key, run));
  const mine = before.then(placed, placed);
  waiting.set(key, mine);
  try {
    return await mine;
  } finally {
    if (waiting.get(key) === mine) waiting.delete(key);
  }
}

function placesOf(pool: Pool): Places {
  const own = places.get(pool) ?? new Places(MOST_LOCKS);
  places.set(pool, own);
  return own;
}

/** Runs at most so many functions at once, the others in their order. */
class Places {
  private readonly queue: (() => void)[] = [];

  constructor(private free: number) {}

  async take<T>(run: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free--;
    else await new Promise<void>((resolve) => this.queue.push(resolve));
    try {
      return await run();
    } finally {
      const next = this.queue.shift();
      if (next === undefined) this.free++;
      else next();
    }
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
