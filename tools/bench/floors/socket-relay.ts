import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { io, type Socket } from 'socket.io-client';
import { z } from 'zod';
import { clock } from '../measure/clock.ts';
import type { BenchRun } from '../run-bench.ts';

/** Two clients of a bare socket.io server in a process of its own. */
export interface SocketRelay {
  /** Milliseconds from one client's send to the other's receipt of the same bytes. */
  pass(bytes: Uint8Array): Promise<number>;
}

const ready = z.object({ port: z.number() });

/** The benches run in the root of the clone. */
const SERVER = join(process.cwd(), 'tools/bench/floors/socket-relay-server.mjs');

export async function openSocketRelay(run: BenchRun): Promise<SocketRelay> {
  const server = fork(SERVER, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const exited = once(server, 'exit');
  run.atEnd(async () => {
    server.kill();
    await exited;
  });
  const told: unknown[] = await once(server, 'message', { signal: run.signal });
  const url = `http://127.0.0.1:${ready.parse(told[0]).port}`;
  const [from, to] = await Promise.all([connect(run, url), connect(run, url)]);
  return {
    async pass(bytes) {
      const received = new Promise<number>((resolve) => to.once('said', () => resolve(clock())));
      const sent = clock();
      from.emit('said', bytes);
      return (await received) - sent;
    },
  };
}

async function connect(run: BenchRun, url: string): Promise<Socket> {
  const socket = io(url, { transports: ['websocket'], reconnection: false });
  run.atEnd(() => void socket.close());
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return socket;
}
