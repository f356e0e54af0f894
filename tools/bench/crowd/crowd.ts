import type { Usage } from '../measure/process-usage.ts';
import type { Rate } from '../measure/at-rate.ts';
import type { Edit } from './choose-edit.ts';

/** Clients of one audit: some measure, all the others are there to be served. */
export interface CrowdSize {
  readonly measuring: number;
  readonly sinks: number;
}

/** Clients that measure: as many as one process serves without being what is measured. */
const MOST_MEASURING = 20;

export const crowdOf = (clients: number): CrowdSize => {
  const measuring = Math.min(clients, MOST_MEASURING);
  return { measuring, sinks: clients - measuring };
};

export interface CrowdTimes {
  /** Milliseconds from an edit to the moment at which each other measuring client holds it. */
  readonly seen: number[];
  readonly usage: readonly Usage[];
}

/** A system under a crowd's edits. */
export interface Crowd {
  /** Sends edits at this rate, each measuring client in its turn; resolves when all were seen. */
  measure(rate: Rate, nextEdit: (number: number) => Edit): Promise<void>;
  readonly times: CrowdTimes;
  /** Forgets what was measured: it was to warm up. */
  forget(): void;
}

/** Milliseconds after which what is not seen is lost. */
const PATIENCE = 10_000;

/** Resolves once `count()` has reached `expected`; throws with what is missing when it never does. */
export async function everythingSeen(
  count: () => number,
  expected: number,
  signal: AbortSignal,
): Promise<void> {
  const deadline = performance.now() + PATIENCE;
  while (count() < expected) {
    signal.throwIfAborted();
    if (performance.now() > deadline) throw new Error(`${expected - count()} of ${expected} were never seen`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
