// Must be first: the modules below keep references to the function it replaces.
import './simulated-chance.fixture.ts';
import { OTHER_RECORDS } from '@cotejo/audits-domain/simulation';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LONG, RUNS, SEED, simulate, stopTimers } from './simulate.fixture.ts';

beforeEach(stopTimers);
afterEach(() => void vi.useRealTimers());

describe('the same at financial and ICCE audits, risk evaluations and libraries', () => {
  it(
    `keeps its invariants in ${RUNS} runs (SIMULATE_SEED=${SEED})`,
    async () => {
      const { tally, failure } = await simulate(OTHER_RECORDS);
      expect(failure).toBeNull();
      if (RUNS < 500) return;
      expect([...tally.refusals.keys()]).toEqual(
        expect.arrayContaining(['icce_role_required', 'dates_reversed']),
      );
    },
    LONG,
  );
});
