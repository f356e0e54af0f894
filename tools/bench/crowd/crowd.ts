import type { Usage } from '../measure/process-usage.ts';
import type { Rate } from '../measure/at-rate.ts';
import type { Edit } from './choose-edit.ts';

/** Clients of one audit: some measure, the others (sinks) only load the server. */
export interface CrowdSize {
  readonly measuring: number;
  readonly sinks: number;
}

/** Number of measuring clients that one process serves without becoming the bottleneck. */
const MOST_MEASURING = 20;

export const crowdOf = (clients: number): CrowdSize => {
  const measuring = Math.min(clients, MOST_MEASURING);
  return { measuring, sinks: clients - measuring };
};

export interface CrowdTimes {
  /** Milliseconds from an edit until each other measuring client holds it. */
  readonly seen: number[];
  readonly usage: readonly Usage[];
}

/** A system under the edits of a crowd. */
export interface Crowd {
  /** Sends edits at this rate, by each measuring client in turn; resolves when all were seen. */
  measure(rate: Rate, nextEdit: (number: number) => Edit): Promise<void>;
  readonly times: CrowdTimes;
  /** Discards the measurements of a warm-up. */
  forget(): void;
}

/** Milliseconds after which an unseen edit counts as lost. */
const PATIENCE = 10_000;

/** Resolves once `count()` has reached `expected`; throws with the number missing if it never does. */
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
