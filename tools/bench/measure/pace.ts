import { setTimeout as delay } from 'node:timers/promises';

/** Numbers in [0, 1), the same ones for the same seed (mulberry32). */
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
  /** Waits between these many milliseconds, at random: a steady beat would fall in step with the frames. */
  pause(least: number, most: number): Promise<void>;
}

/** Rejects its pauses once the signal says to stop. */
export const createPace = (random: () => number, signal: AbortSignal): Pace => ({
  pause: async (least, most) => {
    await delay(least + random() * (most - least), undefined, { signal });
  },
});
