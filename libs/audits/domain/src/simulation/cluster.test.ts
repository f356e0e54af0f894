import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { productParts } from './parts.ts';
import { clusterProperty, newTally } from './run-cluster.ts';

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 300);
const SEED = Number(process.env['PROPERTY_SEED'] ?? Date.now() % 2 ** 31);

describe('a cluster of nodes and people at one audit', () => {
  it(
    `keeps its invariants in ${RUNS} runs (PROPERTY_SEED=${SEED})`,
    () => {
      const tally = newTally();
      fc.assert(clusterProperty(productParts(), tally), { numRuns: RUNS, seed: SEED });
      // Enough runs are not idle: nodes met each other's appends, and the rules had to refuse.
      if (RUNS < 100) return;
      expect(tally.conflicts).toBeGreaterThan(0);
      expect(tally.events).toBeGreaterThan(tally.runs * 15);
      expect([...tally.refusals.keys()]).toEqual(expect.arrayContaining(['forbidden', 'audit_closed']));
    },
    RUNS * 1_000,
  );
});
