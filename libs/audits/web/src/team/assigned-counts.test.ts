import { expect, it } from 'vitest';
import { assignedCounts } from './assigned-counts.ts';

type Rows = Parameters<typeof assignedCounts>[0];
const row = (assignee: string | null, ...children: Rows) =>
  ({ node: { assignee }, children }) as Rows[number];

it('counts what each person was given, at every level', () => {
  const rows = [row(null, row('ana', row('bea')), row('ana')), row('bea'), row(null)];
  expect(Object.fromEntries(assignedCounts(rows))).toEqual({ ana: 2, bea: 2 });
  expect(assignedCounts([]).size).toBe(0);
});
