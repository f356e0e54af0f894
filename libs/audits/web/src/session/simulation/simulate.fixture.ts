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
 * Runs per test file in `npm test`: four times the number needed to detect the hardest mutant. `npm run
 * simulate` runs more.
 */
export const RUNS = Number(process.env['SIMULATE_RUNS'] ?? 500);
/**
 * Fixed seed in `npm test`, so that an unrelated change is not blocked by a new counterexample; `simulate`
 * varies it.
 */
export const SEED = Number(process.env['SIMULATE_SEED'] ?? 20_261_121);

/** Timeout in milliseconds, including shrinking of a counterexample. */
export const LONG = 600_000 + RUNS * 2_000;

/** The product, or a mutant, to see how its failure is reported. */
const PARTS = MUTANTS[process.env['SIMULATE_MUTANT'] ?? ''] ?? productParts;

/** Fakes the timers of the simulated browsers; those that IndexedDB uses stay real. */
export const stopTimers = (): void =>
  void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });

export interface Simulated {
  readonly tally: Tally;
  /** Null when all invariants held. */
  readonly failure: string | null;
}

/**
 * Runs random schedules over records of the given types; a failure is shrunk. Writes a report for `npm run
 * simulate`.
 */
export async function simulate(recordTypes: readonly RecordType[]): Promise<Simulated> {
  const tally = newTally();
  const began = performance.now();
  const details = await fc.check(clusterProperty(PARTS, makeBrowsers, tally, recordTypes), {
    numRuns: RUNS,
    seed: SEED,
  });
  const [schedule] = details.counterexample ?? [];
  const failure = details.failed ? failureText(details.errorInstance, schedule) : null;
  const report = process.env['SIMULATE_REPORT'];
  const { runs, events, intents, conflicts } = tally;
  const seconds = (performance.now() - began) / 1_000;
  const refusals = Object.fromEntries(tally.refusals);
  const result = { runs: failure === null ? runs : details.numRuns, seconds, events, intents, conflicts };
  if (report) writeFileSync(report, JSON.stringify({ ...result, refusals, failure }));
  return { tally, failure };
}

/** Formats a counterexample: the violated invariant and the steps that lead to it. */
function failureText(error: unknown, schedule: Schedule | undefined): string {
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
  if (!schedule) return what;
  const { steps, ...rest } = schedule;
  return [what, JSON.stringify(rest), ...steps.map((step) => JSON.stringify(step))].join('\n');
}
