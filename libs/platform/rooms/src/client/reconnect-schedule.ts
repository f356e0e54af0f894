const FIRST_MS = 100;
const MOST_MS = 5_000;
const BUSY_MS = 2_000;

/**
 * Milliseconds before the next attempt: exponential backoff from 100 ms to 5 s, half of it jitter, so that clients of a
 * failed server do not reconnect all at once. `random` is in [0, 1).
 */
export function reconnectDelay(failures: number, random: number, busy = false): number {
  const ceiling = Math.min(MOST_MS, FIRST_MS * 2 ** Math.max(0, failures - 1));
  return Math.max(busy ? BUSY_MS : 0, ceiling / 2) + (ceiling / 2) * random;
}
