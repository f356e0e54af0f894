import type { StretchId } from '@cotejo/audits-contracts';
import { expect, it } from 'vitest';
import type { TreeRow } from '../session/rows/tree-rows.ts';
import { itemsOfStretches, progressOfItems } from './items-of-stretches.ts';

const row = (name: string, stretches: readonly string[], ...children: TreeRow[]) =>
  ({ id: name, node: { type: 'step', status: 'reviewed', stretches }, children }) as unknown as TreeRow;

it('lists the items of each sprint and visit in the order of the plan', () => {
  const rows = [row('a', ['s'], row('b', ['s', 'v']), row('c', [])), row('d', ['v'])];
  const found = itemsOfStretches(rows);
  const names = (id: string) => found.get(id as StretchId)?.map((one) => one.id);
  expect([names('s'), names('v'), names('x')]).toEqual([['a', 'b'], ['b', 'd'], undefined]);
  expect(progressOfItems(rows, 'audit_plan')).toBe(100);
  expect(progressOfItems([], 'audit_plan')).toBeNull();
});
