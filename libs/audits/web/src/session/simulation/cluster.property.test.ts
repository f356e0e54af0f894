// Must be first: the modules below keep references to the function it replaces.
import './simulated-chance.fixture.ts';
import { PLANS } from '@cotejo/audits-domain/simulation';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LONG, RUNS, SEED, simulate, stopTimers } from './simulate.fixture.ts';

beforeEach(stopTimers);
afterEach(() => void vi.useRealTimers());

describe('people at one audit plan, nodes, sockets, outboxes and tabs, whatever happens to them', () => {
  it(
    `keep their invariants in ${RUNS} runs (SIMULATE_SEED=${SEED})`,
    async () => {
      const { tally, failure } = await simulate(PLANS);
      expect(failure).toBeNull();
      // Sanity check of the generator: with enough runs, conflicts between nodes, refusals and all kinds of
      // events occur.
      if (RUNS < 500) return;
      expect(tally.conflicts).toBeGreaterThan(0);
      expect(tally.events).toBeGreaterThan(tally.runs * 25);
      expect([...tally.types.keys()]).toEqual(expect.arrayContaining(HAPPENINGS));
      expect([...tally.refusals.keys()]).toEqual(expect.arrayContaining(REFUSALS));
    },
    LONG,
  );
});

const HAPPENINGS = [
  'TreeItemCreated',
  'TreeItemMoved',
  'TreeItemDeleted',
  'TreeItemRestored',
  'TreeItemScheduled',
  'TreeItemPurged',
  'TreeDocumentCompacted',
  'RiskDescribed',
  'ItemValuesSet',
  'ItemSigned',
  'SignaturesVoided',
  'ItemMarked',
  'OperationFinished',
  'OperationDiscarded',
];
const REFUSALS = [
  'forbidden',
  'audit_closed',
  'operation_running',
  'stale_delete',
  'shared_control',
  'upgrade_in_progress',
  'not_expired',
  'changed_since',
  'reviewer_is_preparer',
  'not_signed',
  'not_completed',
  'value_not_allowed',
  'value_invalid',
  'derived_item',
];
