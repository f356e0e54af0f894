import { describe, expect, it } from 'vitest';
import { deletedBranches } from '../items/deleted-branches.ts';
import { givenPlan, item, operation } from '../testing/given-audit.ts';
import { alive } from '../model/tree.ts';

const imp = operation('imp');
const create = (label: string, type: string, parent: string) => ({
  kind: 'create_item',
  id: item(label),
  type,
  parent: item(parent),
  name: label,
});
const givenHalf = () =>
  givenPlan()
    .does({ kind: 'start_operation', operation: imp, what: 'import' })
    .does(create('ac', 'process', 'phase'), { operation: imp })
    .does(create('ac1', 'step', 'ac'), { operation: imp })
    .does(create('late', 'step', 'proc'), { operation: imp })
    .does({ kind: 'rename_item', id: item('step'), name: 'Retocado' }, { operation: imp });

describe('discard_operation', () => {
  it('takes out what the operation made, branch by branch, and nothing else', () => {
    const audit = givenHalf();
    const events = audit.when({ kind: 'discard_operation', operation: imp });
    expect(events).toHaveLength(3);
    expect(events).toContainEqual({ type: 'TreeItemPurged', data: { id: item('ac'), items: 2 } });
    expect(events).toContainEqual({ type: 'TreeItemPurged', data: { id: item('late'), items: 1 } });
    expect((events as readonly unknown[]).at(-1)).toEqual({
      type: 'OperationDiscarded',
      data: { operation: imp },
    });

    audit.does({ kind: 'discard_operation', operation: imp });
    expect(audit.state.operation).toBeNull();
    expect(alive(audit.state, item('step'))).toBe(true);
    expect(audit.state.get(item('ac1'))).toBeUndefined();
    expect(deletedBranches(audit.state)).toEqual([]);
  });

  it('takes out what the operation itself had deleted', () => {
    const audit = givenHalf()
      .does({ kind: 'delete_item', id: item('late') }, { operation: imp })
      .does({ kind: 'discard_operation', operation: imp });
    expect(deletedBranches(audit.state)).toEqual([]);
  });

  it('leaves older work in the trash when it was moved into what is taken out', () => {
    const audit = givenHalf()
      .does({ kind: 'move_item', id: item('step'), parent: item('ac') }, { operation: imp })
      .does({ kind: 'discard_operation', operation: imp });
    expect(audit.state.get(item('step'))).toBeDefined();
    expect(deletedBranches(audit.state).map(({ node }) => node.id)).toEqual([item('ac')]);
  });
});
