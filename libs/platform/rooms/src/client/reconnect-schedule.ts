const FIRST_MS = 100;
const MOST_MS = 5_000;
const BUSY_MS = 2_000;

/**
 * Milliseconds to wait before the next attempt: doubling from 100 ms to 5 s, half of it by chance so
 * that a crowd that lost the same server does not come back at once. `random` is in [0, 1).
 */
export function reconnectDelay(failures: number, random: number, busy = false): number {
  const ceiling = Math.min(MOST_MS, FIRST_MS * 2 ** Math.max(0, failures - 1));
  return Math.max(busy ? BUSY_MS : 0, ceiling / 2) + (ceiling / 2) * random;
}
