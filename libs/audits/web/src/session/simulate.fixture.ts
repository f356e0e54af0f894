import {
  clusterProperty,
  MUTANTS,
  newTally,
  productParts,
  type Schedule,
  type Tally,
} from '@cotejo/audits-domain/simulation';
import type { RecordType } from '@cotejo/audits-contracts';
import fc from 'fast-check';
import { writeFileSync } from 'node:fs';
import { vi } from 'vitest';
import { makeBrowsers } from './simulated-browser.fixture.ts';

/**
 * Runs of each file in `npm test`, four times as many as the best hidden of the faulty products needs to be noticed;
 * `npm run simulate` asks for more.
 */
export const RUNS = Number(process.env['SIMULATE_RUNS'] ?? 500);
/** The same in every `npm test`, so that no change is held up by another's counterexample; `simulate` looks elsewhere. */
export const SEED = Number(process.env['SIMULATE_SEED'] ?? 20_261_121);

/** Milliseconds that runs may take, with the search for a short counterexample. */
export const LONG = 600_000 + RUNS * 2_000;

/** The product, or one of the faulty ones, to see how a fault is told. */
const PARTS = MUTANTS[process.env['SIMULATE_MUTANT'] ?? ''] ?? productParts;

/** Timers of the browsers stand still until somebody lets time pass; what IndexedDB waits for goes on. */
export const stopTimers = (): void =>
  void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });

export interface Simulated {
  readonly tally: Tally;
  /** Null when all invariants held. */
  readonly failure: string | null;
}

/** Runs whole lives of records of some kinds; what fails is shrunk. Tells `npm run simulate` how it went. */
export async function simulate(recordTypes: readonly RecordType[]): Promise<Simulated> {
  const tally = newTally();
  const began = performance.now();
  const details = await fc.check(clusterProperty(PARTS, makeBrowsers, tally, recordTypes), {
    numRuns: RUNS,
    seed: SEED,
  });
  const [schedule] = details.counterexample ?? [];
  const failure = details.failed ? told(details.errorInstance, schedule) : null;
  const report = process.env['SIMULATE_REPORT'];
  const { runs, events, intents, conflicts } = tally;
  const seconds = (performance.now() - began) / 1_000;
  const refusals = Object.fromEntries(tally.refusals);
  const result = { runs: failure === null ? runs : details.numRuns, seconds, events, intents, conflicts };
  if (report) writeFileSync(report, JSON.stringify({ ...result, refusals, failure }));
  return { tally, failure };
}

/** A counterexample as somebody reads it: what was broken, and the steps that break it. */
function told(error: unknown, schedule: Schedule | undefined): string {
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
  if (!schedule) return what;
  const { steps, ...rest } = schedule;
  return [what, JSON.stringify(rest), ...steps.map((step) => JSON.stringify(step))].join('\n');
}
