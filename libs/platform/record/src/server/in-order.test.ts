import { setImmediate } from 'node:timers/promises';
import type { Pool } from 'pg';
import { describe, expect, it } from 'vitest';
import { inOrder } from './in-order.ts';

/** A pool of ten connections, as far as it is asked here. */
class FewConnections {
  free = 10;
  private readonly queue: (() => void)[] = [];

  async connect() {
    if (this.free > 0) this.free--;
    else await new Promise<void>((resolve) => this.queue.push(resolve));
    return { query: async () => undefined, release: () => this.release() };
  }

  private release(): void {
    const next = this.queue.shift();
    if (next === undefined) this.free++;
    else next();
  }
}

const given = () => {
  const pool = new FewConnections();
  const run = (key: string, act: () => Promise<unknown>) => inOrder(pool as unknown as Pool, key, act);
  return { pool, run };
};

describe('acts in order', () => {
  it('leave connections to those who hold a lock, however many keys there are', async () => {
    const { pool, run } = given();
    let done = 0;
    const acts = Array.from({ length: 30 }, (_, at) =>
      run(`record ${at}`, async () => {
        for (let turn = 0; turn < 10; turn++) await setImmediate();
        const another = await pool.connect();
        another.release();
        done++;
      }),
    );
    for (let turn = 0; turn < 1_000 && done < 30; turn++) await setImmediate();
    expect(done).toBe(30);
    await Promise.all(acts);
    expect(pool.free).toBe(10);
  });

  it('follow each other under one key, also after one that fails', async () => {
    const { run } = given();
    const told: string[] = [];
    const step = (name: string) => async () => {
      told.push(`${name} begins`);
      await setImmediate();
      told.push(`${name} ends`);
      if (name === 'a') throw new Error(name);
    };
    const ended = await Promise.allSettled([run('k', step('a')), run('k', step('b'))]);
    expect(ended.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(told).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
  });
});
