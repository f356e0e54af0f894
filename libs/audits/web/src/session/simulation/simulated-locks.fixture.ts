import type { Locks } from '@cotejo/rooms/client';

/** Web Locks of one browser: one holder per name, the others queue. */
export function simulatedLocks(): Locks {
  const tails = new Map<string, Promise<unknown>>();
  const request = async (name: string, options: LockOptions, run: () => Promise<unknown>) => {
    const before = tails.get(name) ?? Promise.resolve();
    const aborted = new Promise<never>((_, reject) =>
      options.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError'))),
    );
    aborted.catch(() => undefined);
    const turn = before.then(() => (options.signal?.aborted ? undefined : run()));
    tails.set(
      name,
      turn.catch(() => undefined),
    );
    await Promise.race([before, aborted]);
    return turn;
  };
  return { request: request as Locks['request'] };
}

/** Faulty Web Locks: a closed page's lock is never passed on to another page. */
export function locksForOwnersOnly(): Locks {
  const asked = new Set<string>();
  const inner = simulatedLocks();
  const request = (name: string, ...rest: unknown[]): Promise<unknown> => {
    if (asked.has(name)) return new Promise(() => undefined);
    asked.add(name);
    return (inner.request as (name: string, ...rest: unknown[]) => Promise<unknown>)(name, ...rest);
  };
  return { request };
}
