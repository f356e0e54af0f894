/**
 * How long a test waits for what is on its way, in the browser, too: it is there in a moment, but on a machine that
 * does other things a moment has no measure. Nobody waits as long unless it fails.
 */
export const PATIENCE_MS = 60_000;
