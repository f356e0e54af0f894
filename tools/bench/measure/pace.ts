import { setTimeout as delay } from 'node:timers/promises';

/** Random numbers in [0, 1), determined by the seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export interface Pace {
  /** Waits a random time in this range, in milliseconds: a constant interval would fall in step with the frames. */
  pause(least: number, most: number): Promise<void>;
}

/** Pauses reject once the signal aborts. */
export const createPace = (random: () => number, signal: AbortSignal): Pace => ({
  pause: async (least, most) => {
    await delay(least + random() * (most - least), undefined, { signal });
  },
});
