import type { ItemId } from '@cotejo/audits-contracts';
import { beforeEach, describe, expect, it } from 'vitest';
import { item, person, TestAudit } from '../session/test-audit.fixture.ts';
import { TreeRows } from '../session/rows/tree-rows.ts';
import { cellsOf, summaryOfTree } from './summary-of-tree.ts';

const NONE: ReadonlySet<ItemId> = new Set();
let audit: TestAudit;

beforeEach(() => {
  audit = new TestAudit([[7, 'risk', 3, 'Pagos dobles']]);
});

function summary() {
  const rows = new TreeRows(audit.state);
  return summaryOfTree(rows.read(NONE), rows.allFigures);
}
const does = (intent: Parameters<TestAudit['does']>[1], who = 1) => audit.does(person(who), intent);

describe('the summary of an audit', () => {
  it('counts what counts, its signatures and its statuses by type', () => {
    expect(summary()).toMatchObject({ counted: 4, completed: 0, reviewed: 0 });
    does({ kind: 'change_status', id: item(4), from: 'new', to: 'in_progress' });
    does({ kind: 'change_status', id: item(4), from: 'in_progress', to: 'completed' });
    const { counted, completed, reviewed, types } = summary();
    expect([counted, completed, reviewed]).toEqual([4, 1, 0]);
    expect(types.map(({ type, total }) => [type, total])).toEqual([
      ['risk', 2],
      ['control', 1],
      ['step', 1],
    ]);
    expect([...(types[0]?.statuses ?? [])]).toEqual([
      ['completed', 1],
      ['new', 1],
    ]);
  });

  it('has the phases with their progress', () => {
    expect(summary().phases.map(({ id, progress }) => [id, progress])).toEqual([[item(1), 0]]);
  });

  it('puts risks into ranges and cells, rated ones alone', () => {
    does({ kind: 'set_values', id: item(7), values: { probability: 5, impact: 3 } });
    const { ranges, risks } = summary();
    expect(ranges.map(({ range, inherent, residual }) => [range.code, inherent, residual])).toEqual([
      ['low', 0, 0],
      ['medium', 0, 0],
      ['high', 1, 1],
    ]);
    const cells = cellsOf(risks);
    expect([...cells.keys()]).toEqual(['53']);
    expect(cells.get('53')?.map(({ node }) => node.id)).toEqual([item(7)]);
  });

  it('adds hours up, and findings by impact', () => {
    does({ kind: 'set_values', id: item(5), values: { budgetedMinutes: 90 } });
    does({ kind: 'set_values', id: item(6), values: { budgetedMinutes: 30 } });
    does({ kind: 'create_item', id: item(20), type: 'finding', parent: item(2), name: 'Pagos sin soporte' });
    does({ kind: 'create_item', id: item(21), type: 'finding', parent: item(2), name: 'Sin segregación' });
    does({ kind: 'set_values', id: item(21), values: { impact: 5 } });
    const { plannedMinutes, findings } = summary();
    expect(plannedMinutes).toBe(120);
    expect([findings.get(5), findings.get(null)]).toEqual([1, 1]);
  });
});
