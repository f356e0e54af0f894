/**
 * How long a test waits for what is on its way: the second of vitest and of Testing Library is too short on a
 * machine that does other things, too. Nobody waits as long unless it fails.
 */
export const PATIENCE_MS = 15_000;
