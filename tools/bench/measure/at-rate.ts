import { setTimeout as delay } from 'node:timers/promises';
import { clock } from './clock.ts';

export interface Rate {
  readonly perSecond: number;
  readonly seconds: number;
  readonly signal: AbortSignal;
}

/**
 * Calls `each` at a constant rate, independent of the calls' results: late calls are caught up, since users do not wait
 * for one another.
 */
export async function atRate({ perSecond, seconds, signal }: Rate, each: (n: number) => void): Promise<void> {
  const began = clock();
  const calls = Math.round(perSecond * seconds);
  for (let n = 0; n < calls; n++) {
    const wait = began + (n * 1_000) / perSecond - clock();
    if (wait > 0.5) await delay(wait, undefined, { signal });
    signal.throwIfAborted();
    each(n);
  }
}
