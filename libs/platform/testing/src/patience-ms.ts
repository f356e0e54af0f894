/**
 * Time limit in milliseconds for asynchronous results in tests, browser tests included. Results arrive quickly, but on
 * a busy machine the delay has no bound; only a failing test waits this long.
 */
export const PATIENCE_MS = 60_000;
