import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { BenchRun } from '../run-bench.ts';
import type { BenchDatabase } from './open-database.ts';

/** Result of a part of the bench that runs in a separate process. */
const partResult = z.object({
  events: z.number(),
  seconds: z.number(),
  /** Memory of the process in bytes once connected, and its peak. */
  idle: z.number(),
  peak: z.number(),
});
export type PartResult = z.infer<typeof partResult>;
export type Part = (database: BenchDatabase) => Promise<Omit<PartResult, 'peak'>>;

const PART = 'COTEJO_BENCH_PART';

/** The part that this process was started for; undefined in the bench itself. */
export const partAsked = (): string | undefined => process.env[PART];

/** Runs one part, sends the result to the bench, and exits. */
export async function doPart(part: Part): Promise<never> {
  const { ownerUrl, appUrl } = z
    .object({ ownerUrl: z.string(), appUrl: z.string() })
    .parse(JSON.parse(process.argv[2] ?? '{}'));
  const result = await part({ ownerUrl, appUrl });
  process.send?.({ ...result, peak: process.resourceUsage().maxRSS * 1_024 });
  process.exit();
}

/** Runs a part in a separate process, so that its memory can be measured. */
export async function runPart(
  run: BenchRun,
  name: string,
  { ownerUrl, appUrl }: BenchDatabase,
): Promise<PartResult> {
  const child = fork(fileURLToPath(import.meta.url), [JSON.stringify({ ownerUrl, appUrl })], {
    env: { ...process.env, [PART]: name },
    signal: run.signal,
  });
  let result: unknown;
  child.on('message', (message) => (result = message));
  await once(child, 'exit');
  return partResult.parse(result);
}
