import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { z } from 'zod';
import type { BenchRun } from '../run-bench.ts';

/** Opcodes of WebSocket frames. */
export const frameKind = { text: 1, binary: 2, pong: 10 } as const;

export interface SinkFrame {
  readonly kind: (typeof frameKind)[keyof typeof frameKind];
  readonly body: Uint8Array;
}
export interface SinkClient {
  /** Path and query of its address. */
  readonly path: string;
  /** Sent as soon as the connection is open. */
  readonly greeting: readonly SinkFrame[];
}
export interface SinkTarget {
  readonly group: string;
  readonly port: number;
  /** Frame that the server accepts as a heartbeat. */
  readonly alive: SinkFrame;
}

/** Clients in a separate process that discard everything they receive. */
export interface Sinks {
  open(policy: SinkTarget, clients: readonly SinkClient[]): Promise<void>;
  say(group: string, index: number, frame: SinkFrame): Promise<void>;
  /** Bytes received by each sink of a group; throws when a server has disconnected any sink of any group. */
  bytes(group: string): Promise<readonly number[]>;
}

export const PONG: SinkFrame = { kind: frameKind.pong, body: new Uint8Array() };

/** Benches run in the root of the clone. */
const PROCESS = join(process.cwd(), 'tools/bench/crowd/sinks-process.mjs');
const reply = z.object({ id: z.number(), result: z.unknown(), error: z.string().optional() });
const counted = z.object({ bytes: z.array(z.number()), lost: z.number() });

export function startSinks(run: BenchRun): Sinks {
  const child = fork(PROCESS, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], serialization: 'advanced' });
  const exited = once(child, 'exit');
  run.atEnd(async () => {
    child.kill();
    await exited;
  });
  const waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  let last = 0;
  child.on('message', (message) => {
    const { id, result, error } = reply.parse(message);
    const asked = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) asked?.resolve(result);
    else asked?.reject(new Error(error));
  });
  const ask = (task: string, order: object): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = ++last;
      waiting.set(id, { resolve, reject });
      child.send({ id, task, order });
    });
  return {
    open: async (target, clients) => void (await ask('open', { ...target, clients })),
    say: async (group, index, frame) => void (await ask('say', { group, index, ...frame })),
    async bytes(group) {
      const { bytes, lost } = counted.parse(await ask('count', { group }));
      if (lost > 0) throw new Error(`${lost} sinks were sent away`);
      return bytes;
    },
  };
}
