import type { ItemId } from '@cotejo/audits-contracts';
import { describe, expect, it } from 'vitest';
import { NO_FILTER, RowFilter, type PlanFilter } from '../plan/toolbar/plan-filter.ts';
import { TreeRows } from '../session/rows/tree-rows.ts';
import { item, TestAudit } from '../session/test-audit.fixture.ts';
import { openable, rowBeside } from './openable-rows.ts';

const NONE: ReadonlySet<ItemId> = new Set();
const audit = new TestAudit();
const listed = (filter: Partial<PlanFilter> = {}) =>
  openable(new RowFilter({ ...NO_FILTER, ...filter }).read(new TreeRows(audit.state).read(NONE)).rows);

describe('the rows that open a worksheet', () => {
  it('are in the order of the plan, without groups', () => {
    const types = listed().map((id) => audit.state.get(id)?.type);
    expect(types.length).toBeGreaterThan(2);
    expect(types).not.toContain('phase');
    expect(types).not.toContain('process');
  });

  it('are those that a filter matches, not those above them', () => {
    expect(listed({ types: ['control'] })).toEqual([item(5)]);
  });

  it('have one after and one before, none at the ends and none from outside', () => {
    const [first, second] = listed();
    const last = listed().at(-1) ?? null;
    expect(rowBeside(listed(), first ?? null, 1)).toBe(second);
    expect(rowBeside(listed(), second ?? null, -1)).toBe(first);
    expect(rowBeside(listed(), first ?? null, -1)).toBeNull();
    expect(rowBeside(listed(), last, 1)).toBeNull();
    expect(rowBeside(listed(), item(99), 1)).toBeNull();
    expect(rowBeside(listed(), null, 1)).toBeNull();
  });
});
