import type { ItemId } from '@cotejo/audits-contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AuditState } from './audit-state.ts';
import type { TreeNode } from './model.ts';
import { givenPlan, item } from '../testing/given-audit.ts';

const LABELS = ['a', 'b', 'c', 'd', 'e', 'f'];
const PARENTS: readonly (ItemId | null)[] = [null, ...LABELS.map(item)];

function givenNodes(): fc.Arbitrary<TreeNode[]> {
  const like = givenPlan().state.get(item('step'));
  if (!like) throw new Error('the plan has a step');
  const node = fc
    .record({
      id: fc.constantFrom(...LABELS, 'g', 'h', 'i', 'j').map(item),
      parent: fc.constantFrom(...PARENTS),
      position: fc.constantFrom('a', 'b', 'c'),
      code: fc.option(fc.integer({ min: 1, max: 30 }).map((number) => `R-${number}`)),
      target: fc.option(fc.constantFrom(...LABELS).map(item)),
    })
    .map(({ id, parent, position, code, target }): TreeNode => {
      const place = [parent, position] as const;
      return target === null
        ? { ...like, id, code, place }
        : { ...like, id, code, place, type: 'reference', target: { audit: null, item: target } };
    });
  return fc.uniqueArray(node, { maxLength: 10, selector: ({ id }) => id });
}

const seen = (state: AuditState) => ({
  nodes: [...state.nodes()],
  children: PARENTS.map((parent) => state.childrenOf(parent)),
  references: LABELS.map((label) => state.referencesTo(item(label))),
  code: state.highestCode('R'),
});

describe('many items at once', () => {
  it('stand as if they had come one after the other, and go on so', () => {
    fc.assert(
      fc.property(givenNodes(), givenNodes(), (first, then) => {
        const [slow, quick] = [new AuditState(), new AuditState()];
        for (const node of first) slow.put(node);
        quick.putAll(first);
        expect(seen(quick)).toEqual(seen(slow));
        // An item's target never changes.
        const more = then.filter(
          ({ id, type }) => type !== 'reference' && !first.some((one) => one.id === id),
        );
        const moved = first.map((node): TreeNode => ({ ...node, place: [node.place[0], 'bb'] }));
        for (const node of [...more, ...moved]) slow.put(node);
        quick.putAll([...more, ...moved]);
        expect(seen(quick)).toEqual(seen(slow));
      }),
      { numRuns: 200, seed: 5 },
    );
  });
});
