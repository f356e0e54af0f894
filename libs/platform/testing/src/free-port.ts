import { createServer } from 'node:net';

/**
 * Ports that no system hands out by itself, so that whoever was killed, or shut for a while, finds its own free when it
 * comes back. Each worker has its own: what is free for two at once would be taken by both.
 */
const PORTS = { from: 20_000, each: 1_000, workers: 10 } as const;

/** A port of this worker that nobody listens on. */
export async function freePort(): Promise<number> {
  const worker = Number(process.env['VITEST_POOL_ID'] ?? 0) % PORTS.workers;
  for (;;) {
    const port = PORTS.from + worker * PORTS.each + Math.floor(Math.random() * PORTS.each);
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
