import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { Pool } from 'pg';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { inOrder, type Held } from './in-order.ts';

/** A pool of ten connections, as far as it is asked here. */
class FewConnections {
  free = 10;
  /** The connection given last. */
  last = new EventEmitter();
  readonly asked: string[] = [];
  private readonly queue: (() => void)[] = [];

  async connect() {
    if (this.free > 0) this.free--;
    else await new Promise<void>((resolve) => this.queue.push(resolve));
    this.last = new EventEmitter();
    return Object.assign(this.last, {
      query: async (_: string, values: readonly string[] = []) => void this.asked.push(...values),
      release: () => this.release(),
    });
  }

  private release(): void {
    const next = this.queue.shift();
    if (next === undefined) this.free++;
    else next();
  }
}

const given = () => {
  const pool = new FewConnections();
  const run = <T>(keys: readonly string[], act: (held: Held) => Promise<T>) =>
    inOrder(pool as unknown as Pool, keys, act);
  return { pool, run };
};

afterEach(() => vi.restoreAllMocks());

describe('acts in order', () => {
  it('leave connections to those who hold a lock, however many keys there are', async () => {
    const { pool, run } = given();
    let done = 0;
    const acts = Array.from({ length: 30 }, (_, at) =>
      run([`record ${at}`], async () => {
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
    const ended = await Promise.allSettled([run(['k'], step('a')), run(['k'], step('b'))]);
    expect(ended.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(told).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
  });

  it('with several keys wait for all of them, and take them in one order', async () => {
    const { pool, run } = given();
    const told: string[] = [];
    const step = (name: string) => async () => {
      told.push(`${name} begins`);
      for (let turn = 0; turn < 5; turn++) await setImmediate();
      told.push(`${name} ends`);
    };
    await Promise.all([
      run(['parent'], step('parent')),
      run(['row', 'parent'], step('row')),
      run(['parent', 'row'], step('other')),
    ]);
    expect(told).toEqual(['parent', 'row', 'other'].flatMap((name) => [`${name} begins`, `${name} ends`]));
    expect(pool.asked).toEqual(['parent', 'parent', 'row', 'parent', 'row']);
  });

  it('may not write any more once the connection with the locks is lost, or held for too long', async () => {
    const { pool, run } = given();
    const now = vi.spyOn(performance, 'now').mockReturnValue(0);
    await run(['k'], async (held) => {
      expect(held.mayWrite()).toBe(true);
      now.mockReturnValue(9_000);
      expect(held.mayWrite()).toBe(false);
    });
    await run(['k'], async (held) => {
      expect(held.mayWrite()).toBe(true);
      pool.last.emit('error', new Error('terminating connection'));
      expect(held.mayWrite()).toBe(false);
    });
  });
});
