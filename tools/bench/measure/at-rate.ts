import { setTimeout as delay } from 'node:timers/promises';
import { clock } from './clock.ts';

export interface Rate {
  readonly perSecond: number;
  readonly seconds: number;
  readonly signal: AbortSignal;
}

/**
 * Calls `each` so many times a second, evenly, whatever becomes of the calls: what is late is made up for, as
 * people do not wait for one another.
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
