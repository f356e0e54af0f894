import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MUTANTS } from './mutants.ts';
import { clusterProperty, newTally } from './run-cluster.ts';

describe('the invariants of the cluster notice', () => {
  it.each(Object.entries(MUTANTS))(
    '%s',
    (_, parts) => {
      const result = fc.check(clusterProperty(parts(), newTally()), {
        numRuns: 3_000,
        seed: 7,
        endOnFailure: true,
      });
      expect(result.failed).toBe(true);
      // Noticed by what we promise, not by a crash on the way.
      expect(String(result.errorInstance)).toContain('INVARIANT');
    },
    600_000,
  );
});
