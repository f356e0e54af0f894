import { io, type Socket } from 'socket.io-client';
import { clock } from '../measure/clock.ts';
import type { BenchRun } from '../run-bench.ts';
import { startFloor } from './start-floor.ts';

/** Two clients of a bare socket.io server in a separate process. */
export interface SocketRelay {
  /** Milliseconds from one client's send to the other's receipt of the same bytes. */
  pass(bytes: Uint8Array): Promise<number>;
}

export const SOCKET_RELAY = 'socket-relay-server.mjs';

export async function openSocketRelay(run: BenchRun): Promise<SocketRelay> {
  const { port } = await startFloor(run, SOCKET_RELAY);
  const [from, to] = await Promise.all([connectToRelay(run, port), connectToRelay(run, port)]);
  return {
    async pass(bytes) {
      const received = new Promise<number>((resolve) => to.once('said', () => resolve(clock())));
      const sent = clock();
      from.emit('said', bytes);
      return (await received) - sent;
    },
  };
}

export async function connectToRelay(run: BenchRun, port: number): Promise<Socket> {
  const socket = io(`http://127.0.0.1:${port}`, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
  });
  run.atEnd(() => void socket.close());
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return socket;
}
