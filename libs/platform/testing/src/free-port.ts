import { createServer } from 'node:net';

/**
 * Ports that no system hands out by itself, so that whoever was killed, or shut for a while, finds its own free when it
 * comes back. Each worker has its own: what is free for two at once would be taken by both.
 */
const PORTS = { from: 20_000, each: 1_000, workers: 10 } as const;

/** By chance, for the sake of other runs on this machine; then one after the other. */
let last = Math.floor(Math.random() * PORTS.each);

/** A port of this worker that nobody listens on, and that nobody who asked before may be about to listen on. */
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
