import { describe, expect, it } from 'vitest';
import { givenPlan, item, operation } from './testing/given-audit.ts';
import { alive } from './tree.ts';

const imp = operation('imp');
const create = (label: string, type: string, parent: string) => ({
  kind: 'create_item',
  id: item(label),
  type,
  parent: item(parent),
  name: label,
});

describe('discard_operation', () => {
  it('deletes what the operation made, branch by branch, and nothing else', () => {
    const audit = givenPlan()
      .does({ kind: 'start_operation', operation: imp, what: 'import' })
      .does(create('ac', 'process', 'phase'), { operation: imp })
      .does(create('ac1', 'step', 'ac'), { operation: imp })
      .does(create('late', 'step', 'proc'), { operation: imp })
      .does({ kind: 'rename_item', id: item('step'), name: 'Retocado' }, { operation: imp });
    const events = audit.when({ kind: 'discard_operation', operation: imp });
    expect(events).toHaveLength(3);
    expect(events).toContainEqual({ type: 'TreeItemDeleted', data: { id: item('ac'), items: 2 } });
    expect(events).toContainEqual({ type: 'TreeItemDeleted', data: { id: item('late'), items: 1 } });
    expect((events as readonly unknown[]).at(-1)).toEqual({
      type: 'OperationDiscarded',
      data: { operation: imp },
    });

    audit.does({ kind: 'discard_operation', operation: imp });
    expect(audit.state.operation).toBeNull();
    expect(alive(audit.state, item('step'))).toBe(true);
    expect(alive(audit.state, item('ac1'))).toBe(false);
  });
});
