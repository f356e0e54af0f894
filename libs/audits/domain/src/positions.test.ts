import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { givenPlan, GivenAudit, item } from './testing/given-audit.ts';
import { displayOrder } from './tree.ts';

describe('positions', () => {
  it('put every item where it was put, whatever was done before', () => {
    const deed = fc.record({ of: fc.nat(9), after: fc.option(fc.nat(9)) });
    fc.assert(
      fc.property(fc.array(deed, { maxLength: 60 }), (deeds) => {
        const audit = new GivenAudit().item('phase', 'phase', null);
        let order: string[] = [];
        for (const { of, after } of deeds) {
          const id = item(`s${of}`);
          const anchor = after === null || after === of ? null : item(`s${after}`);
          const place = { id, parent: item('phase'), after: anchor };
          audit.does(
            order.includes(id)
              ? { kind: 'move_item', ...place }
              : { kind: 'create_item', type: 'step', name: 'x', ...place },
          );
          order = order.filter((each) => each !== id);
          const index = anchor === null ? 0 : order.indexOf(anchor) + 1;
          order.splice(anchor !== null && index === 0 ? order.length : index, 0, id);
          expect(audit.state.childrenOf(item('phase'))).toEqual(order);
        }
      }),
    );
  });

  it('stay short for a list that grows at its end', () => {
    const audit = new GivenAudit().item('phase', 'phase', null);
    for (let index = 0; index < 500; index++)
      audit.does({
        kind: 'create_item',
        id: item(`s${index}`),
        type: 'step',
        parent: item('phase'),
        name: 'x',
      });
    const last = audit.state.get(item('s499'));
    expect(last?.place[1].length).toBeLessThanOrEqual(4);
  });
});

describe('displayOrder', () => {
  it('leaves out findings that stand where they were not raised', () => {
    const audit = givenPlan()
      .item('risk2', 'risk', 'proc')
      .item('f1', 'finding', 'ctrl', { refParent: 'risk' })
      .item('f2', 'finding', 'ctrl', { refParent: 'phase' })
      .item('f3', 'finding', 'ctrl', { refParent: 'nobody' });
    expect(displayOrder(audit.state, item('ctrl'))).toEqual(['test', 'find', 'f1', 'f2'].map(item));
    audit.moved('ctrl', 'risk2', 'a0');
    expect(displayOrder(audit.state, item('ctrl'))).toEqual(['test', 'find', 'f2'].map(item));
  });

  it('shows understanding first and leaves out what is deleted', () => {
    const audit = givenPlan()
      .item('under', 'understanding', 'proc')
      .item('step2', 'step', 'proc')
      .deleted('step');
    expect(displayOrder(audit.state, item('proc'))).toEqual([item('under'), item('risk'), item('step2')]);
  });

  it('shows risks second in a financial audit', () => {
    const audit = new GivenAudit('financial_audit')
      .item('phase', 'phase', null)
      .item('macro', 'macroprocess', 'phase')
      .item('act', 'activity', 'macro')
      .item('risk', 'risk', 'macro');
    expect(displayOrder(audit.state, item('macro'))).toEqual([item('risk'), item('act')]);
  });
});
