import { setImmediate as pause } from 'node:timers/promises';
import * as Y from 'yjs';
import { MAX_UPDATE_BYTES } from '../protocol.ts';
import { partsOfUpdate } from '../split-update.ts';
import { excessOf, integrationSteps, MOST_EXCESS } from './integration-cost.ts';

/**
 * Steps for one part of a stored row. Higher than the limit for writes, so that accepted rows can always be read again:
 * merged rows are integrated in another order than they were written in.
 */
const MOST_STORED_STEPS = 400_000;
/** Excess steps of all stored rows of a document, above the limit for writes for the same reason. */
const MOST_STORED_EXCESS = 10 * MOST_EXCESS;
/** Milliseconds after which reading a document yields to the event loop. */
const TURN_MS = 15;

/** Reason why a stored row was not applied. */
export type RowFault = 'unreadable' | 'too_costly';

/**
 * Applies a stored row in parts, yielding to the event loop in between. Each part is checked first, because an earlier
 * release may have stored it unchecked.
 * @returns null, or why the row, or the rest of it, was not applied
 */
export async function applyStored(
  document: Y.Doc,
  update: Uint8Array,
  reading: Reading,
): Promise<RowFault | null> {
  try {
    for (const part of partsOfUpdate(update, MAX_UPDATE_BYTES)) {
      await reading.over();
      const steps = integrationSteps(document, [part], MOST_STORED_STEPS);
      if (steps === null) return 'too_costly';
      reading.excess += excessOf(steps, [part]);
      if (reading.excess > MOST_STORED_EXCESS) return 'too_costly';
      Y.applyUpdate(document, part);
    }
  } catch {
    return 'unreadable';
  }
  const { pendingStructs, pendingDs } = document.store;
  return pendingStructs || pendingDs ? 'unreadable' : null;
}

/** Progress of reading a document: time since the last yield, and excess steps so far. */
export class Reading {
  excess = 0;
  private since = performance.now();

  /** Yields to the event loop once it was busy for `TURN_MS`. */
  async over(): Promise<void> {
    if (performance.now() - this.since < TURN_MS) return;
    await pause();
    this.since = performance.now();
  }
}
