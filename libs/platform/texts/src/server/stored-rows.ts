import { setImmediate as pause } from 'node:timers/promises';
import * as Y from 'yjs';
import { MAX_UPDATE_BYTES } from '../protocol.ts';
import { partsOfUpdate } from '../split-update.ts';
import { excessOf, integrationSteps, MOST_EXCESS } from './integration-cost.ts';

/**
 * Steps of one part of a stored row. Above what a write may cost, so that what was accepted can always be read again:
 * rows that were made one are integrated in another order than they were written in.
 */
const MOST_STORED_STEPS = 400_000;
/** Excess of all that is stored of a document, above what writes may add up to for the same reason. */
const MOST_STORED_EXCESS = 10 * MOST_EXCESS;
/** Milliseconds after which a document that is being read lets others have their turn. */
const TURN_MS = 15;

/** Why a stored row is not applied. */
export type RowFault = 'unreadable' | 'too_costly';

/**
 * Applies a stored row in parts between which others have their turn, each judged before it is applied: it may have been
 * stored by a release that judged nothing.
 * @returns null, or why it, or the rest of it, was not applied
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

/** A document that is being read: how long it has kept the loop, and what it costs. */
export class Reading {
  excess = 0;
  private since = performance.now();

  /** Lets others have theirs, once it was long. */
  async over(): Promise<void> {
    if (performance.now() - this.since < TURN_MS) return;
    await pause();
    this.since = performance.now();
  }
}
