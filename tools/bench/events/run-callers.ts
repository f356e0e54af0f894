import { randomUUID } from 'node:crypto';

/** Appends of one caller to one stream before the next stream: most appends go to existing streams. */
const RUN_LENGTH = 50;

export interface Load {
  readonly callers: number;
  readonly milliseconds: number;
  readonly signal: AbortSignal;
}

export interface LoadResult {
  readonly perSecond: number;
  /** Milliseconds of each call. */
  readonly latencies: readonly number[];
}

/** One call: appends to `stream` after `version` and resolves with the new version. */
export type Call = (call: {
  readonly stream: string;
  readonly version: bigint;
  readonly caller: number;
}) => Promise<bigint>;

/** Runs callers that each append again as soon as they are answered. */
export async function runCallers({ callers, milliseconds, signal }: Load, append: Call): Promise<LoadResult> {
  const latencies: number[] = [];
  const began = performance.now();
  const until = began + milliseconds;
  const call = async (caller: number) => {
    let stream = '';
    let version = -1n;
    for (let count = 0; performance.now() < until && !signal.aborted; count++) {
      if (count % RUN_LENGTH === 0) {
        stream = `load-${caller}-${randomUUID()}`;
        version = -1n;
      }
      const asked = performance.now();
      version = await append({ stream, version, caller });
      latencies.push(performance.now() - asked);
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, caller) => call(caller)));
  signal.throwIfAborted();
  return { perSecond: (latencies.length * 1_000) / (performance.now() - began), latencies };
}
