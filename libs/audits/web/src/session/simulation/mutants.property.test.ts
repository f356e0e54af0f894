// Must be first: the modules below keep references to the function it replaces.
import './simulated-chance.fixture.ts';
import { clusterProperty, MUTANTS } from '@cotejo/audits-domain/simulation';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stopTimers } from './simulate.fixture.ts';
import { makeBrowsers } from './simulated-browser.fixture.ts';

beforeEach(stopTimers);
afterEach(() => void vi.useRealTimers());

/** Most mutants are detected within some tens of runs, whatever the seed. */
const SEED = 7;
/**
 * The others may take hundreds of runs; with these seeds a few suffice. A change of the simulation makes
 * these seeds arbitrary.
 */
const SOONER: Readonly<Record<string, number>> = {
  'rules that let a reference stand for nothing': 1,
  'rules that take any value for one of an item': 6,
  'rules that let people review their own work': 2,
  'a node that writes what others cannot read yet': 4,
  'rules that let anybody give ICCE findings away': 1,
  'a projection whose keys come in any order': 1,
  'an old node that passes over what it cannot read': 1,
  'a shared control whose deletion here loses its tests': 1,
  'rules that overlook a running operation': 3,
  'rules that let things come under what is deleted': 1,
  'rules that go on with everything in a closed audit': 5,
  'a projection that keeps what was purged': 1,
  'a restore after which nobody is reset': 1,
  'rules that let people sign what they have not seen': 2,
};

describe('the invariants of the simulation notice', () => {
  it.each(Object.entries(MUTANTS))(
    '%s',
    async (name, parts) => {
      const result = await fc.check(clusterProperty(parts, makeBrowsers), {
        numRuns: 3_000,
        seed: SOONER[name] ?? SEED,
        endOnFailure: true,
      });
      expect(result.failed).toBe(true);
      // Detected by an invariant, not by an accidental crash.
      expect(String(result.errorInstance)).toContain('INVARIANT');
    },
    900_000,
  );
});
