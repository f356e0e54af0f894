import type { SettledCommand } from '@cotejo/event-store';
import { outcome as outcomeShape } from '@cotejo/rooms/protocol';
import type { SettledIntent } from './answer-memory.ts';

/** Hash that equals no intent's hash. */
const NOTHING = '';

/**
 * Journal entry of an intent, as seen from this stream. A user's (session, number) identifies one intent
 * across all audits; one settled in another audit gets a hash that never matches, so that its outcome is not
 * returned here.
 */
export const settledHere = (
  stream: string,
  { stream: of, intentHash, outcome, version }: SettledCommand,
): SettledIntent => ({
  intentHash: of === stream ? intentHash : NOTHING,
  outcome: outcomeShape.parse(outcome),
  version: Number(version),
});

/** Newest version of this stream among the settled commands; -1 when there is none. */
export const newestHere = (stream: string, found: readonly SettledCommand[]): number =>
  found.reduce((max, one) => (one.stream === stream ? Math.max(max, Number(one.version)) : max), -1);

/** Milliseconds between two reads while waiting for a version. */
const WAIT = 20;

/**
 * Reads until the audit has reached `version`: a read in progress may have started before it was appended.
 * @throws Error when it is not reached within `patience` milliseconds: the log lacks events that its journal
 * names
 */
export async function readUpTo(
  version: number,
  hot: { readonly version: number },
  readOn: () => Promise<void>,
  patience: number,
): Promise<void> {
  const start = performance.now();
  while (hot.version < version) {
    await readOn();
    if (hot.version >= version) return;
    if (performance.now() - start > patience) throw new Error(`an intent was settled at version ${version}`);
    await new Promise((resolve) => setTimeout(resolve, WAIT));
  }
}
