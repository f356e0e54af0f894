import { webcrypto } from 'node:crypto';

let state = 1;

/** Begins the same row of chance anew: one run, one row. */
export function throwSameDice(seed: number): void {
  state = seed;
}

/** mulberry32 */
function next(): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return (mixed ^ (mixed >>> 14)) >>> 0;
}

/**
 * Ids that Yjs and the outbox make are the same in every run of a seed, so that a counterexample stays one.
 * To be imported before them: they hold on to what they find.
 */
Object.defineProperty(webcrypto, 'getRandomValues', {
  configurable: true,
  value: (numbers: Uint8Array | Uint32Array) => {
    for (let index = 0; index < numbers.length; index++) numbers[index] = next();
    return numbers;
  },
});
