import type { Pool } from 'pg';

/** Milliseconds after which a node that was stopped while it held the locks loses them. */
const MOST_MS = 15_000;
/** Milliseconds from taking the locks until a write may begin: an append ends within five seconds. */
const MOST_BEFORE_WRITE_MS = 9_000;
/** Connections of a pool that hold or await locks at once: whoever holds one needs further connections. */
const MOST_LOCKS = 3;

const waiting = new Map<string, Promise<unknown>>();
const places = new WeakMap<Pool, Places>();

/** Locks that a running function holds. */
export interface Held {
  /** False once other nodes may have taken them, or may do so before a write that begins now ends. */
  mayWrite(): boolean;
}

/**
 * Runs functions that share a key one after another, on all nodes: what they read of other records holds until they
 * have written. All keys of a function are taken over one connection, and few functions hold one at once, so that the
 * pool is never taken.
 */
export async function inOrder<T>(
  pool: Pool,
  keys: readonly string[],
  run: (held: Held) => Promise<T>,
): Promise<T> {
  // One order for all nodes, so that no two functions wait for each other.
  const sorted = [...new Set(keys)].toSorted();
  const before = Promise.allSettled(sorted.map((key) => waiting.get(key)));
  const mine = before.then(() => placesOf(pool).take(() => locked(pool, sorted, run)));
  for (const key of sorted) waiting.set(key, mine);
  try {
    return await mine;
  } finally {
    for (const key of sorted) if (waiting.get(key) === mine) waiting.delete(key);
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

async function locked<T>(pool: Pool, keys: readonly string[], run: (held: Held) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let failure: unknown;
  let isBroken = false;
  const onBroken = (): void => void (isBroken = true);
  client.on('error', onBroken);
  try {
    await client.query(`begin; set local idle_in_transaction_session_timeout = ${MOST_MS}`);
    for (const key of keys) {
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [key]);
    }
    // The server ends a connection, and with it the locks, that is idle for too long.
    const since = performance.now();
    return await run({ mayWrite: () => !isBroken && performance.now() - since < MOST_BEFORE_WRITE_MS });
  } finally {
    // Ends the transaction and with it the locks; a connection that cannot do that is closed.
    await client.query('rollback').catch((error: unknown) => (failure = error));
    client.off('error', onBroken);
    client.release(failure !== undefined);
  }
}
