import type { RecordType, StretchId } from '@cotejo/audits-contracts';
import { progressOfCounts } from '@cotejo/audits-domain';
import type { TreeRow } from '../session/rows/tree-rows.ts';

type Row = Pick<TreeRow, 'id' | 'node' | 'title'> & { readonly children: readonly Row[] | null };

/** The displayed items of each sprint and visit, in the order of the plan. */
export function itemsOfStretches<R extends Row>(rows: readonly R[]): ReadonlyMap<StretchId, readonly R[]> {
  const found = new Map<StretchId, R[]>();
  const waiting = rows.toReversed();
  for (let row = waiting.pop(); row !== undefined; row = waiting.pop()) {
    for (const stretch of row.node.stretches ?? []) {
      const of = found.get(stretch);
      if (of) of.push(row);
      else found.set(stretch, [row]);
    }
    // Children are rows of the same kind as their parents.
    for (const child of (row.children ?? []).toReversed()) waiting.push(child as R);
  }
  return found;
}

/** Progress of some items by themselves, 0–100; null when none of them counts by its type. */
export const progressOfItems = (rows: readonly Row[], recordType: RecordType): number | null =>
  progressOfCounts(
    rows.map(({ node: { type, status } }) => ({ type, status, count: 1 })),
    recordType,
  );
