import { randomUUID } from 'node:crypto';
import type { Lock, Locker, RequestRelease } from '@tus/server';
import { Refusal } from '@cotejo/http/contracts';
import type { Pool } from 'pg';
import { fileErrors } from '../file-errors.ts';

/** Seconds until another node may take over an upload whose node died. */
const LEASE_SECONDS = 8;
const RENEW_MS = 2500;
const RETRY_MS = 200;

interface Holder {
  readonly left: Promise<void>;
  leave(): void;
  askToLeave: RequestRelease;
}

/**
 * Exclusive access to an upload: a queue within this process, a lease in its row between nodes. A new request asks the
 * current holder to stop, which may be a connection that died unnoticed.
 */
export class UploadLocks implements Locker {
  private readonly holders = new Map<string, Holder>();

  constructor(
    private readonly pool: Pool,
    private readonly waitMs = 30_000,
  ) {}

  newLock(name: string): Lock {
    const id = name.slice(name.lastIndexOf('/') + 1);
    let end: (() => Promise<void>) | null = null;
    return {
      lock: async (signal, requestRelease) => {
        end = await this.take(id, signal, requestRelease);
      },
      unlock: async () => {
        await end?.();
        end = null;
      },
    };
  }

  /** @throws Refusal `upload_busy` when it stays locked, `upload_not_found` when it is gone */
  async hold<T>(id: string, work: () => Promise<T>): Promise<T> {
    // This work is short and must not be interrupted.
    const end = await this.take(id, new AbortController().signal, () => undefined);
    try {
      return await work();
    } finally {
      await end();
    }
  }

  /** Asks all holders to stop, and resolves once this process holds no upload. */
  async clear(): Promise<void> {
    const holders = [...this.holders.values()];
    await Promise.all(holders.map(async ({ askToLeave, left }) => Promise.all([askToLeave(), left])));
  }

  private async take(
    id: string,
    signal: AbortSignal,
    askToLeave: RequestRelease,
  ): Promise<() => Promise<void>> {
    const deadline = performance.now() + this.waitMs;
    for (let holder = this.holders.get(id); holder !== undefined; holder = this.holders.get(id)) {
      await holder.askToLeave();
      if (!(await isLeft(holder, signal, deadline))) throw new Refusal(fileErrors, 'upload_busy');
    }
    let leave = (): void => undefined;
    const left = new Promise<void>((resolve) => (leave = resolve));
    this.holders.set(id, { left, leave, askToLeave });
    const free = (): void => {
      this.holders.delete(id);
      leave();
    };
    try {
      const giveBack = await this.lease(id, signal, deadline);
      return async () => {
        await giveBack().finally(free);
      };
    } catch (error) {
      free();
      throw error;
    }
  }

  private async lease(id: string, signal: AbortSignal, deadline: number): Promise<() => Promise<void>> {
    const lease = randomUUID();
    while (!(await this.claim(id, lease))) {
      if (signal.aborted || performance.now() >= deadline) throw new Refusal(fileErrors, 'upload_busy');
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
    const renewing = setInterval(() => {
      // One missed renewal is harmless; if all fail, the lease simply expires.
      this.renew(id, lease).catch(() => undefined);
    }, RENEW_MS).unref();
    return async () => {
      clearInterval(renewing);
      await this.pool.query(
        'update vault.upload set lease = null, leased_until = null where id = $1 and lease = $2',
        [id, lease],
      );
    };
  }

  /** Only while the lease is held: a late renewal after its release has no effect. */
  private async renew(id: string, lease: string): Promise<void> {
    await this.pool.query(
      `update vault.upload set leased_until = clock_timestamp() + interval '${LEASE_SECONDS} seconds'
        where id = $1 and lease = $2`,
      [id, lease],
    );
  }

  private async claim(id: string, lease: string): Promise<boolean> {
    const { rows } = await this.pool.query<{ mine: boolean }>(
      `with claimed as (
         update vault.upload set lease = $2, leased_until = clock_timestamp() + interval '${LEASE_SECONDS} seconds'
          where id = $1 and (lease is null or leased_until < clock_timestamp()) returning id)
       select exists (select from claimed) as mine from vault.upload where id = $1`,
      [id, lease],
    );
    if (rows[0] === undefined) throw new Refusal(fileErrors, 'upload_not_found');
    return rows[0].mine;
  }
}

async function isLeft({ left }: Holder, signal: AbortSignal, deadline: number): Promise<boolean> {
  let stop = (): void => undefined;
  const over = new Promise<false>((resolve) => {
    const timer = setTimeout(() => resolve(false), deadline - performance.now());
    const onAbort = (): void => resolve(false);
    signal.addEventListener('abort', onAbort, { once: true });
    stop = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    };
  });
  try {
    return await Promise.race([left.then((): true => true), over]);
  } finally {
    stop();
  }
}
