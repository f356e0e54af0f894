import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { z } from 'zod';
import type { BenchRun } from '../run-bench.ts';

/** Frames of WebSocket, by their number on the wire. */
export const frameKind = { text: 1, binary: 2, pong: 10 } as const;

export interface SinkFrame {
  readonly kind: (typeof frameKind)[keyof typeof frameKind];
  readonly body: Uint8Array;
}
export interface SinkClient {
  /** Path and query of its address. */
  readonly path: string;
  /** Said as soon as it is let in. */
  readonly greeting: readonly SinkFrame[];
}
export interface SinkDoor {
  readonly group: string;
  readonly port: number;
  /** What the server takes for a sign of life. */
  readonly alive: SinkFrame;
}

/** Clients in a process of their own that drop what they are sent. */
export interface Sinks {
  open(door: SinkDoor, clients: readonly SinkClient[]): Promise<void>;
  say(group: string, index: number, frame: SinkFrame): Promise<void>;
  /** Bytes that each of a group took; throws when a server sent any sink of any group away. */
  bytes(group: string): Promise<readonly number[]>;
}

export const PONG: SinkFrame = { kind: frameKind.pong, body: new Uint8Array() };

/** The benches run in the root of the clone. */
const PROCESS = join(process.cwd(), 'tools/bench/crowd/sinks-process.mjs');
const told = z.object({ id: z.number(), result: z.unknown(), error: z.string().optional() });
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
    const { id, result, error } = told.parse(message);
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
    open: async (door, clients) => void (await ask('open', { ...door, clients })),
    say: async (group, index, frame) => void (await ask('say', { group, index, ...frame })),
    async bytes(group) {
      const { bytes, lost } = counted.parse(await ask('count', { group }));
      if (lost > 0) throw new Error(`${lost} sinks were sent away`);
      return bytes;
    },
  };
}
