import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { z } from 'zod';
import type { BenchRun } from '../run-bench.ts';

export interface FloorServer {
  readonly port: number;
  readonly pid: number;
}

const ready = z.object({ port: z.number() });

/**
 * Starts one of the servers in this folder in a separate process, and sends it `given`. Benches run in the root of the
 * clone.
 */
export async function startFloor(
  run: BenchRun,
  file: string,
  given: Readonly<Record<string, string>> = {},
): Promise<FloorServer> {
  const server = fork(join(process.cwd(), 'tools/bench/floors', file), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const exited = once(server, 'exit');
  run.atEnd(async () => {
    server.kill();
    await exited;
  });
  server.send(given);
  const told: unknown[] = await once(server, 'message', { signal: run.signal });
  return { port: ready.parse(told[0]).port, pid: server.pid ?? 0 };
}
