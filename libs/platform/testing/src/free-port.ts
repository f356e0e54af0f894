import { createServer } from 'node:net';

/**
 * Ports outside the range that systems assign, so that a process that was killed, or stopped for a while, can reuse its
 * own. Each worker has its own range: two workers would otherwise both take a port that is free.
 */
const PORTS = { from: 20_000, each: 1_000, workers: 10 } as const;

/** Starts at random, because of other runs on this machine; then sequential. */
let last = Math.floor(Math.random() * PORTS.each);

/** A port of this worker on which no process listens, and that was not returned before. */
export async function freePort(): Promise<number> {
  const worker = Number(process.env['VITEST_POOL_ID'] ?? 0) % PORTS.workers;
  for (;;) {
    last = (last + 1) % PORTS.each;
    const port = PORTS.from + worker * PORTS.each + last;
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
