import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { z } from 'zod';
import type { BenchRun } from '../run-bench.ts';

/** Environment with which a server opens its inspector on `SIGUSR1`, on a free port. */
export const INSPECTABLE = { NODE_OPTIONS: '--inspect-port=0' } as const;

/** Memory of a process according to its garbage collector. */
export interface InspectedMemory {
  /** Bytes in use after a garbage collection: heap and buffers. */
  inUse(): Promise<number>;
}

const LISTENS = /Debugger listening on (ws:\/\/\S+)/g;
const PATIENCE = 10_000;
/** Number of collections: objects left by the first may wait for finalizers. */
const COLLECTIONS = 3;

const answered = z.object({ id: z.number(), result: z.unknown() });
const evaluated = z.object({ result: z.object({ value: z.string() }) });
const usage = z.object({ heapUsed: z.number(), external: z.number() });

/** Opens the inspector of a server that was started with `INSPECTABLE`; it costs nothing between requests. */
export async function inspectMemory(
  run: BenchRun,
  { pid, output }: { readonly pid: number; output(): string },
): Promise<InspectedMemory> {
  process.kill(pid, 'SIGUSR1');
  const deadline = Date.now() + PATIENCE;
  let address: string | undefined;
  while ((address = [...output().matchAll(LISTENS)].at(-1)?.[1]) === undefined) {
    if (Date.now() > deadline) throw new Error('the server does not let itself be inspected');
    await delay(50, undefined, { signal: run.signal });
  }
  const socket = new WebSocket(address);
  await new Promise<void>((resolve, reject) => socket.once('open', resolve).once('error', reject));
  run.atEnd(() => socket.terminate());
  const waiting = new Map<number, (result: unknown) => void>();
  socket.on('message', (data: Buffer) => {
    const answer = answered.safeParse(JSON.parse(data.toString()));
    if (answer.success) waiting.get(answer.data.id)?.(answer.data.result);
  });
  let last = 0;
  const ask = (method: string, params: object = {}): Promise<unknown> => {
    const id = ++last;
    socket.send(JSON.stringify({ id, method, params }));
    return new Promise((resolve) => waiting.set(id, resolve));
  };
  return {
    async inUse() {
      for (let count = 0; count < COLLECTIONS; count++) {
        await ask('HeapProfiler.collectGarbage');
        await delay(100, undefined, { signal: run.signal });
      }
      const { result } = evaluated.parse(
        await ask('Runtime.evaluate', { expression: 'JSON.stringify(process.memoryUsage())' }),
      );
      const { heapUsed, external } = usage.parse(JSON.parse(result.value));
      return heapUsed + external;
    },
  };
}
