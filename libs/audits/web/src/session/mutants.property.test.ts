// First: what it replaces others hold on to.
import './simulated-chance.fixture.ts';
import { clusterProperty, MUTANTS } from '@cotejo/audits-domain/simulation';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stopTimers } from './simulate.fixture.ts';
import { makeBrowsers } from './simulated-browser.fixture.ts';

beforeEach(stopTimers);
afterEach(() => void vi.useRealTimers());

/** Any seed does: each is noticed within some tens of runs, or a few hundred at most. */
const SEED = 7;

describe('the invariants of the simulation notice', () => {
  it.each(Object.entries(MUTANTS))(
    '%s',
    async (name, parts) => {
      const result = await fc.check(clusterProperty(parts, makeBrowsers), {
        numRuns: 3_000,
        seed: SEED,
        endOnFailure: true,
      });
      expect(result.failed).toBe(true);
      // Noticed by what we promise, not by a crash on the way.
      expect(String(result.errorInstance)).toContain('INVARIANT');
    },
    900_000,
  );
});
