import type { SettledCommand } from '@cotejo/event-store';
import { outcome as outcomeShape } from '@cotejo/rooms/protocol';
import type { SettledIntent } from './answer-memory.ts';

/** Hash of no intent. */
const NOTHING = '';

/**
 * What the journal says of an intent, in the audit of this stream. A person's (session, number) names one
 * intent for ever, in whichever audit: of one that was settled in another, nothing was asked here.
 */
export const settledHere = (
  stream: string,
  { stream: of, intentHash, outcome, version }: SettledCommand,
): SettledIntent => ({
  intentHash: of === stream ? intentHash : NOTHING,
  outcome: outcomeShape.parse(outcome),
  version: Number(version),
});

/** Newest version of this stream that any of them was settled at; -1 for none. */
export const newestHere = (stream: string, found: readonly SettledCommand[]): number =>
  found.reduce((max, one) => (one.stream === stream ? Math.max(max, Number(one.version)) : max), -1);

/** Milliseconds between two looks for what the last one did not find. */
const WAIT = 20;

/**
 * Reads on up to a version: a read that was under way may have begun before it was written.
 * @throws Error when it has not come within `patience` milliseconds: the log lacks what its journal names
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
