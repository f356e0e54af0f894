import type { TreeRow } from '../session/rows/tree-rows.ts';

type Row = Pick<TreeRow, 'node'> & { readonly children: readonly Row[] | null };

/** How many living items of a plan each person has been given; `isCounted` limits them. */
export function assignedCounts(
  rows: readonly Row[],
  isCounted: (node: Row['node']) => boolean = () => true,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const waiting = [...rows];
  for (let row = waiting.pop(); row !== undefined; row = waiting.pop()) {
    const { assignee } = row.node;
    if (assignee !== null && isCounted(row.node)) counts.set(assignee, (counts.get(assignee) ?? 0) + 1);
    if (row.children) waiting.push(...row.children);
  }
  return counts;
}
