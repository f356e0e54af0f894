import { describe, expect, it } from 'vitest';
import type { TreeRow } from '../../session/rows/tree-rows.ts';
import { whoMayBeSought } from './who-may-be-sought.ts';

type Row = Pick<TreeRow, 'shown' | 'children'>;
const row = (assignee: string | null, children: readonly Row[] | null = null): Row =>
  ({ shown: { assignee }, children }) as Row;
const person = (id: string) => ({ id, name: id.toUpperCase(), initials: id });
const team = [person('zoe'), person('ana')];
const sought = (...rows: Row[]) => whoMayBeSought(team, rows, person).map(({ name }) => name);

describe('by whom a plan can be filtered', () => {
  it('is the team, in its order, whether or not anything is theirs', () => {
    expect(sought(row(null), row('ana'))).toEqual(['ZOE', 'ANA']);
  });

  it('is also who answers a plan deep in the tree, and who left the team, each once and by name', () => {
    expect(sought(row('zoe', [row(null, [row('owner'), row('left')])]), row('left'))).toEqual([
      'ZOE',
      'ANA',
      'LEFT',
      'OWNER',
    ]);
  });
});
