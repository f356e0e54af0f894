import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ItemStatus, ItemType, RecordType } from '@cotejo/audits-contracts';
import {
  countsForProgress,
  explainProgress,
  progressByItem,
  progressOf,
  progressOfCounts,
  STATUS_SCORES,
} from './progress.ts';
import { GivenAudit, item } from '../testing/given-audit.ts';
import { alive } from '../model/tree.ts';

/** In ascending order of progress. */
const STATUSES: readonly ItemStatus[] = ['new', 'assigned', 'in_progress', 'completed', 'reviewed'];
const TYPES: readonly ItemType[] = ['step', 'risk', 'control', 'finding', 'process'];

const leaf = fc.record({
  under: fc.nat({ max: 9 }),
  type: fc.constantFrom(...TYPES),
  status: fc.constantFrom(...STATUSES),
  isDeleted: fc.nat({ max: 5 }).map((n) => n === 0),
});
type Leaf = typeof leaf extends fc.Arbitrary<infer T> ? T : never;
const plans = fc.record({
  recordType: fc.constantFrom<RecordType>('audit_plan', 'icce'),
  leaves: fc.array(leaf, { maxLength: 14 }),
});

/** Builds a tree: each leaf under one of those before it, created in the given order. */
function plant(recordType: RecordType, leaves: readonly Leaf[], order: readonly number[] = []): GivenAudit {
  const audit = new GivenAudit(recordType).item('root', 'phase', null);
  const parentOf = (index: number): string => {
    const { under } = leaves[index] as Leaf;
    return under < index ? `n${under}` : 'root';
  };
  const planted = new Set(['root']);
  const put = (index: number): void => {
    if (planted.has(`n${index}`)) return;
    const parent = parentOf(index);
    if (parent !== 'root') put(Number(parent.slice(1)));
    const { type, status } = leaves[index] as Leaf;
    audit.item(`n${index}`, type, parent, { status: type === 'process' ? null : status });
    planted.add(`n${index}`);
  };
  for (const index of order) put(index);
  for (const index of leaves.keys()) put(index);
  for (const [index, { isDeleted }] of leaves.entries()) if (isDeleted) audit.deleted(`n${index}`);
  return audit;
}

/** Independent implementation of the formula over a flat list. */
function expected({ state }: GivenAudit): number | null {
  const counted = [...state.nodes()].filter(
    ({ id, type }) => alive(state, id) && countsForProgress(type, state.recordType),
  );
  const score = (status: ItemStatus | null): number =>
    state.recordType === 'icce' && status === 'completed' ? 1 : ((status && STATUS_SCORES[status]) ?? 0);
  const sum = counted.reduce((all, { status }) => all + Math.round(score(status) * 100), 0);
  return counted.length === 0 ? null : Math.round((sum * 10) / counted.length) / 10;
}

describe('progress, whatever the tree', () => {
  it('is the mean of what counts: within 0 and 100, with one decimal, and by every way the same', () => {
    fc.assert(
      fc.property(plans, ({ recordType, leaves }) => {
        const audit = plant(recordType, leaves);
        const { state } = audit;
        const progress = progressOf(state, null);
        expect(progress).toBe(expected(audit));
        expect(progressByItem(state).get(null)).toBe(progress);
        expect(explainProgress(state, null).progress).toBe(progress);
        const counts = [...state.nodes()]
          .filter(({ id }) => alive(state, id))
          .map(({ type, status }) => ({ type, status, count: 1 }));
        expect(progressOfCounts(counts, recordType)).toBe(progress);
        for (const [id, each] of progressByItem(state)) {
          expect(progressOf(state, id)).toBe(each);
          if (each === null) continue;
          expect(each).toBeGreaterThanOrEqual(0);
          expect(each).toBeLessThanOrEqual(100);
          expect(Number(each.toFixed(1))).toBe(each);
        }
      }),
    );
  });

  it('does not depend on the order in which anything stands', () => {
    fc.assert(
      fc.property(
        plans,
        fc.array(fc.nat({ max: 13 }), { maxLength: 14 }),
        ({ recordType, leaves }, order) => {
          const some = order.filter((index) => index < leaves.length);
          const of = (audit: GivenAudit) =>
            ['root', ...leaves.keys()].map((key) =>
              progressOf(audit.state, item(key === 'root' ? 'root' : `n${key}`)),
            );
          expect(of(plant(recordType, leaves, some))).toEqual(of(plant(recordType, leaves)));
        },
      ),
    );
  });

  it('never falls when an item comes further, and never rises when one falls back', () => {
    fc.assert(
      fc.property(plans, fc.nat(), fc.constantFrom(...STATUSES), ({ recordType, leaves }, number, status) => {
        fc.pre(leaves.length > 0);
        const at = number % leaves.length;
        const changed = leaves.map((each, index) => (index === at ? { ...each, status } : each));
        const [before, after] = [leaves, changed].map(
          (list) => progressOf(plant(recordType, list).state, null) ?? 0,
        ) as [number, number];
        const further = STATUSES.indexOf(status) - STATUSES.indexOf((leaves[at] as Leaf).status);
        if (further >= 0) expect(after).toBeGreaterThanOrEqual(before);
        else expect(after).toBeLessThanOrEqual(before);
      }),
    );
  });
});
