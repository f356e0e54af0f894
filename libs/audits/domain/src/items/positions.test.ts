import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { givenPlan, GivenAudit, item } from '../testing/given-audit.ts';
import { MAX_POSITION_LENGTH } from './positions.ts';
import { displayOrder } from '../model/tree.ts';

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

describe('keys that have grown', () => {
  const inPhase = (audit: GivenAudit, labels: readonly string[]) => {
    for (const label of labels) audit.item(label, 'step', 'phase');
    return audit;
  };
  const keysOf = (audit: GivenAudit) =>
    audit.state.childrenOf(item('phase')).map((id) => audit.state.get(id)?.place[1] ?? '');
  const move = (label: string, anchor: object) => ({
    ...{ kind: 'move_item', id: item(label), parent: item('phase') },
    ...anchor,
  });

  it('stay within their bound, whatever is moved back and forth ten thousand times', () => {
    const audit = inPhase(new GivenAudit().item('phase', 'phase', null), ['a', 'b', 'c', 'd']);
    audit.deleted('d');
    let [front, back] = ['b', 'c'];
    let renumbered = 0;
    for (let turn = 0; turn < 10_000; turn++) {
      // The later of two neighbours goes between the earlier and the one in front of both.
      const events = audit.when(move(back, { after: item('a') }));
      if (typeof events === 'string') throw new Error(events);
      audit.does(move(back, { after: item('a') }));
      renumbered += events.filter(({ type }) => type === 'TreeItemRenumbered').length;
      [front, back] = [back, front];
      const keys = keysOf(audit);
      if (keys.some(({ length }) => length > MAX_POSITION_LENGTH)) throw new Error(keys.join());
      if (new Set(keys).size < keys.length) throw new Error(`twice: ${keys.join()}`);
    }
    expect(audit.state.childrenOf(item('phase'))).toEqual(['a', front, back, 'd'].map(item));
    // At most one in a hundred moves renumbers.
    expect(renumbered).toBeGreaterThan(0);
    expect(renumbered).toBeLessThan(300);
  });

  it('renumber in the same order, with unique keys after every event, however long they were', () => {
    const key = fc.string({ unit: fc.constantFrom('1', '7', 'V', 'k', 'z'), minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(fc.uniqueArray(key, { minLength: 2, maxLength: 12 }), fc.nat(12), (tails, at) => {
        const audit = new GivenAudit().item('phase', 'phase', null);
        const positions = tails.map((tail) => `a0${tail}`).sort();
        positions.forEach((position, index) => audit.item(`s${index}`, 'step', 'phase', { position }));
        const after = at < positions.length ? item(`s${at}`) : null;
        const before = [...audit.state.childrenOf(item('phase'))];
        const intent = {
          kind: 'create_item',
          id: item('new'),
          type: 'step',
          parent: item('phase'),
          name: 'x',
          after,
        };
        const events = audit.when(intent);
        if (typeof events === 'string') throw new Error(events);
        for (const { type, data } of events) {
          audit.happened(type, data);
          expect(new Set(keysOf(audit)).size).toBe(before.length + 1);
        }
        const expected = [...before];
        expected.splice(after === null ? 0 : before.indexOf(after) + 1, 0, item('new'));
        expect(audit.state.childrenOf(item('phase'))).toEqual(expected);
        expect(audit.state.get(item('new'))?.place[1].length).toBeLessThanOrEqual(MAX_POSITION_LENGTH);
      }),
    );
  });

  it('are no change of the item: its version and who changed it last stay', () => {
    const audit = inPhase(new GivenAudit().item('phase', 'phase', null), ['a']);
    const { version, changedBy, fields } = audit.state.get(item('a')) ?? {};
    audit.happened('TreeItemRenumbered', { id: item('a'), position: 'a9', from: 'a0' });
    const { place, ...after } = audit.state.get(item('a')) ?? {};
    expect(place).toEqual([item('phase'), 'a9']);
    expect(after).toMatchObject({ version, changedBy, fields });
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
