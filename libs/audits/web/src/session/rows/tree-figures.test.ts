import type { ItemId, KernelIntent } from '@cotejo/audits-contracts';
import { alive, riskFiguresByItem } from '@cotejo/audits-domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { item, person, TestAudit } from '../test-audit.fixture.ts';
import { TreeRows } from './tree-rows.ts';

const NONE: ReadonlySet<ItemId> = new Set();

/** A risk with a control and its test, and a second risk that shares the control. */
function givenRisks() {
  const audit = new TestAudit([[7, 'risk', 3, 'Pagos dobles']]);
  audit.does(person(1), {
    kind: 'create_item',
    id: item(70),
    type: 'reference',
    parent: item(7),
    name: 'Doble aprobación',
    target: { audit: null, item: item(5) },
  });
  const rows = new TreeRows(audit.state);
  rows.read(NONE);
  const change = (intent: KernelIntent) => {
    const before = audit.events.length;
    audit.does(person(1), intent);
    rows.touch(audit.events.slice(before).map((event) => event.data['id'] as ItemId));
    rows.read(NONE);
  };
  return { audit, rows, change, at: (n: number) => rows.rowOf(item(n)) };
}

const says = (n: number, values: Readonly<Record<string, number>>): KernelIntent => ({
  kind: 'set_values',
  id: item(n),
  values,
});

describe('the figures of rows', () => {
  it('are there with the first values, and of what is above', () => {
    const { change, at } = givenRisks();
    expect(at(7)?.figures).toMatchObject({ kind: 'risk', inherent: null });
    change(says(7, { probability: 5, impact: 3 }));
    expect(at(7)?.figures).toMatchObject({ kind: 'risk', inherent: 15 });
    expect(at(3)?.figures).toMatchObject({ kind: 'group', inherent: { max: 15 } });
  });

  it('leave a row as it is while they say the same', () => {
    const { change, at } = givenRisks();
    change(says(7, { probability: 5, impact: 3 }));
    const before = at(7)?.figures;
    change({ kind: 'rename_item', id: item(7), name: 'Pagos duplicados' });
    expect(at(7)?.figures).toBe(before);
  });

  it('are always those of the whole tree worked out anew', () => {
    const point = fc.constantFrom(1, 3, 5);
    const step = fc.oneof(
      fc.record({ n: fc.constantFrom(4, 7), key: fc.constantFrom('probability', 'impact'), value: point }),
      fc.record({ n: fc.constantFrom(4, 7, 5), key: fc.constant('delete'), value: point }),
      fc.record({ n: fc.constantFrom(4, 7), key: fc.constant('move'), value: point }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const { audit, rows, change } = givenRisks();
        for (const { n, key, value } of steps) {
          const node = audit.state.get(item(n));
          if (!node || !alive(audit.state, node.id)) continue;
          if (key === 'delete') change({ kind: 'delete_item', id: item(n), shared: 'everywhere' });
          else if (key === 'move') change({ kind: 'move_item', id: item(n), parent: item(3), after: null });
          else if (node.type === 'risk') change(says(n, { [key]: value }));
        }
        const anew = riskFiguresByItem(audit.state);
        const sorted = (figures: typeof anew) =>
          [...figures].sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
        expect(sorted(rows.allFigures)).toEqual(sorted(anew));
        for (const [id, figures] of anew)
          if (id !== null && rows.rowOf(id)) expect(rows.rowOf(id)?.figures).toEqual(figures);
      }),
      { numRuns: 60 },
    );
  });
});
