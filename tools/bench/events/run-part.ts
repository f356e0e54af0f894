import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { BenchRun } from '../run-bench.ts';
import type { BenchDatabase } from './open-database.ts';

/** What a part of the bench that runs in a process of its own says of itself. */
const partResult = z.object({
  events: z.number(),
  seconds: z.number(),
  /** Bytes that the process holds once connected, and the most it held. */
  idle: z.number(),
  peak: z.number(),
});
export type PartResult = z.infer<typeof partResult>;
export type Part = (database: BenchDatabase) => Promise<Omit<PartResult, 'peak'>>;

const PART = 'COTEJO_BENCH_PART';

/** The part that this process was started for; null in the bench itself. */
export const partAsked = (): string | undefined => process.env[PART];

/** Does one part, tells the bench, and ends. */
export async function doPart(part: Part): Promise<never> {
  const { ownerUrl, appUrl } = z
    .object({ ownerUrl: z.string(), appUrl: z.string() })
    .parse(JSON.parse(process.argv[2] ?? '{}'));
  const result = await part({ ownerUrl, appUrl });
  process.send?.({ ...result, peak: process.resourceUsage().maxRSS * 1_024 });
  process.exit();
}

/** Runs a part in a process of its own, so that its memory is its own. */
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
