import { expect, it } from 'vitest';
import { assignedCounts } from './assigned-counts.ts';

type Rows = Parameters<typeof assignedCounts>[0];
const row = (assignee: string | null, ...children: Rows) =>
  ({ node: { assignee }, children }) as Rows[number];

it('counts what each person was given, at every level', () => {
  const rows = [row(null, row('ana', row('bea')), row('ana')), row('bea'), row(null)];
  expect(Object.fromEntries(assignedCounts(rows))).toEqual({ ana: 2, bea: 2 });
  expect(assignedCounts([]).size).toBe(0);
  const isBeas = ({ assignee }: Rows[number]['node']) => assignee === 'bea';
  expect(Object.fromEntries(assignedCounts(rows, isBeas))).toEqual({ bea: 2 });
});
