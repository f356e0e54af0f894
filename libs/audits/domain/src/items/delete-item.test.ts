import { describe, expect, it } from 'vitest';
import { actionPlanIdOf } from '@cotejo/audits-contracts';
import { livingReferences } from '../shared/references.ts';
import { contextOf, GivenAudit, givenPlan, item } from '../testing/given-audit.ts';
import { displayOrder } from '../model/tree.ts';

const remove = (label: string) => ({ kind: 'delete_item', id: item(label) });
const rename = (label: string, name: string) => ({ kind: 'rename_item', id: item(label), name });

describe('delete_item', () => {
  it('counts the item and what is under it, without what was gone before', () => {
    expect(givenPlan().deleted('test').when(remove('risk'))).toEqual([
      { type: 'TreeItemDeleted', data: { id: item('risk'), items: 3 } },
    ]);
  });

  it('auditors delete only what they made', () => {
    const audit = givenPlan().item('mine', 'step', 'proc', { by: 'junior' });
    expect(audit.when(remove('mine'), { by: 'junior' })).toHaveLength(1);
    expect(audit.when(remove('mine'), { by: 'peer' })).toBe('forbidden');
  });

  it('auditors do not delete what others made along with what they made', () => {
    const audit = givenPlan()
      .item('mine', 'activity', 'proc', { by: 'junior' })
      .item('below', 'step', 'mine', { by: 'junior' });
    expect(audit.when(remove('mine'), { by: 'junior' })).toHaveLength(1);
    audit.item('theirs', 'step', 'mine', { by: 'peer' });
    expect(audit.when(remove('mine'), { by: 'junior' })).toBe('forbidden');
    expect(audit.when(remove('mine'), { by: 'leader' })).toHaveLength(1);
    expect(audit.deleted('theirs', 'peer').when(remove('mine'), { by: 'junior' })).toHaveLength(1);
  });

  describe('when another changed something in the branch', () => {
    it('is refused if the person had not seen it', () => {
      const audit = givenPlan();
      const seen = audit.version;
      audit.does(rename('ctrl', 'De otro'), { by: 'peer' });
      expect(audit.when(remove('risk'), { base: seen })).toBe('stale_delete');
      expect(audit.when(remove('risk'), { base: seen + 1 })).toHaveLength(1);
    });

    it('is refused also if the person changed the same item after them', () => {
      const audit = givenPlan();
      const seen = audit.version;
      audit.does(rename('ctrl', 'De otro'), { by: 'peer' }).does(rename('ctrl', 'Mío'), { by: 'leader' });
      expect(audit.when(remove('risk'), { by: 'leader', base: seen })).toBe('stale_delete');
    });

    it('is not refused for the own changes, nor for what was deleted by itself', () => {
      const audit = givenPlan();
      const seen = audit.version;
      audit.does(rename('ctrl', 'Mío'), { by: 'leader' }).deleted('test', 'peer');
      expect(audit.when(remove('risk'), { by: 'leader', base: seen })).toHaveLength(1);
    });

    it('the browser does not judge it', () => {
      const audit = givenPlan().does(rename('ctrl', 'De otro'), { by: 'peer' });
      expect(audit.when(remove('risk'), { base: 0, mode: 'optimistic' })).toHaveLength(1);
    });
  });

  it('refuses guests, the unknown, the deleted and the derived', () => {
    const audit = givenPlan().does({
      kind: 'choose_finding_treatment',
      id: item('find'),
      treatment: 'action_plan',
    });
    expect(audit.when(remove('step'), { by: 'guest' })).toBe('forbidden');
    expect(audit.when(remove('nobody'))).toBe('item_not_found');
    expect(audit.when({ kind: 'delete_item', id: actionPlanIdOf(item('find')) })).toBe('derived_item');
    expect(audit.deleted('proc').when(remove('proc'))).toBe('item_deleted');
    expect(audit.when(remove('step'), { mode: 'optimistic' })).toBe('item_deleted');
  });

  it('shows nothing more when the base has it deleted already', () => {
    expect(givenPlan().deleted('step').when(remove('step'), { mode: 'optimistic' })).toEqual([]);
  });

  describe('of a control that other risks hold too', () => {
    const given = () =>
      givenPlan()
        .item('act', 'activity', 'phase')
        .item('risk2', 'risk', 'act')
        .item('risk3', 'risk', 'proc')
        .item('c3', 'control', 'risk3')
        .reference('ref2', 'risk2', 'ctrl')
        .reference('ref3', 'risk3', 'ctrl')
        .item('f2', 'finding', 'ref2')
        .item('f3', 'finding', 'ref3');
    const removeShared = (shared: string) => ({ ...remove('ctrl'), shared });

    it('asks where, and says in how many places it stands', () => {
      expect(given().decide(remove('ctrl'))).toEqual({
        ok: false,
        rejection: { code: 'shared_control', params: { places: 2 } },
      });
      expect(given().deleted('ref2').decide(remove('ctrl'))).toMatchObject({
        rejection: { params: { places: 1 } },
      });
      expect(given().deleted('ref2').deleted('risk3').when(remove('ctrl'))).toHaveLength(1);
    });

    it('everywhere: takes all its references along', () => {
      expect(given().when(removeShared('everywhere'))).toEqual([
        { type: 'TreeItemDeleted', data: { id: item('ref2'), items: 2 } },
        { type: 'TreeItemDeleted', data: { id: item('ref3'), items: 2 } },
        { type: 'TreeItemDeleted', data: { id: item('ctrl'), items: 3 } },
      ]);
    });

    it('everywhere: only by whoever may delete each of them, having seen what is under them', () => {
      const audit = given();
      expect(audit.when(removeShared('everywhere'), { by: 'junior' })).toBe('forbidden');
      const own = new GivenAudit()
        .item('phase', 'phase', null)
        .item('risk', 'risk', 'phase')
        .item('risk2', 'risk', 'phase')
        .item('ctrl', 'control', 'risk', { by: 'junior' })
        .reference('ref2', 'risk2', 'ctrl');
      expect(own.when(removeShared('everywhere'), { by: 'junior' })).toBe('forbidden');
      const seen = audit.version;
      audit.does(rename('f3', 'De otro'), { by: 'peer' });
      expect(audit.when(removeShared('everywhere'), { base: seen })).toBe('stale_delete');
    });

    it.each([
      ['here', removeShared('here')],
      ['with the branch that it stands in', remove('risk')],
    ])('%s: findings raised for what stays behind are not lost to sight', (_, intent) => {
      const audit = given()
        .item('f4', 'finding', 'test', { refParent: 'risk' })
        .item('f5', 'finding', 'test', { refParent: 'phase' });
      audit.does(intent);
      expect(displayOrder(audit.state, item('test'))).toEqual([item('f4'), item('f5')]);
      expect(audit.state.get(item('f4'))?.refParent).toBeUndefined();
      expect(audit.state.get(item('f5'))?.refParent).toBe(item('phase'));
    });

    it('here: moves it, with what is under it, to the first of its other places, where its work goes on', () => {
      const audit = given();
      expect(audit.when(removeShared('here'))).toEqual([
        {
          type: 'TreeItemMoved',
          data: {
            id: item('f3'),
            parent: item('ctrl'),
            position: 'a2',
            from: { parent: item('ref3'), position: 'a0' },
            leftRefParent: false,
          },
        },
        { type: 'TreeItemDeleted', data: { id: item('ref3'), items: 1 } },
        {
          type: 'TreeItemMoved',
          data: {
            id: item('ctrl'),
            parent: item('risk3'),
            position: 'a2',
            from: { parent: item('risk'), position: 'a0' },
            leftRefParent: false,
          },
        },
      ]);
      audit.does(removeShared('here'));
      expect(displayOrder(audit.state, item('risk3'))).toEqual([item('c3'), item('ctrl')]);
      expect(displayOrder(audit.state, item('ctrl'))).toEqual(['test', 'find', 'f3'].map(item));
      expect(livingReferences(audit.state, item('ctrl'))).toEqual([item('ref2')]);
    });

    it('here: first is who people see first, whatever the positions say', () => {
      const audit = given().does({ kind: 'move_item', id: item('act'), parent: item('phase'), after: null });
      audit.does(removeShared('here'));
      expect(audit.state.get(item('ctrl'))?.place[0]).toBe(item('risk2'));
    });

    it('here: deletes no work, so nothing need have been seen', () => {
      const audit = given();
      const seen = audit.version;
      audit.does(rename('test', 'De otro'), { by: 'peer' });
      expect(audit.when(removeShared('here'), { base: seen })).toHaveLength(3);
    });

    it('a branch that holds it goes without it', () => {
      const audit = given();
      expect(audit.when(remove('risk'))).toMatchObject([
        { type: 'TreeItemMoved', data: { id: item('f3') } },
        { type: 'TreeItemDeleted', data: { id: item('ref3'), items: 1 } },
        { type: 'TreeItemMoved', data: { id: item('ctrl'), parent: item('risk3') } },
        { type: 'TreeItemDeleted', data: { id: item('risk'), items: 1 } },
      ]);
      const seen = audit.version;
      audit.does(rename('test', 'De otro'), { by: 'peer' });
      expect(audit.when(remove('risk'), { base: seen })).toHaveLength(4);
    });

    it('a branch goes without it only if the rest of it had been seen', () => {
      const audit = given();
      const seen = audit.version;
      audit.does(rename('risk', 'De otro'), { by: 'peer' });
      expect(audit.when(remove('risk'), { base: seen })).toBe('stale_delete');
    });

    it('takes the very place of the reference, and leaves with it what was deleted under it', () => {
      const audit = given().item('c4', 'control', 'risk3').item('gone', 'finding', 'ref3').deleted('gone');
      audit.does(removeShared('here'));
      expect(displayOrder(audit.state, item('risk3'))).toEqual(['c3', 'ctrl', 'c4'].map(item));
      expect(audit.state.get(item('gone'))?.place[0]).toBe(item('ref3'));
    });

    it('a branch goes with it when its references are all in it, or gone', () => {
      expect(given().deleted('ref2').when(remove('proc'))).toEqual([
        { type: 'TreeItemDeleted', data: { id: item('proc'), items: 10 } },
      ]);
      expect(given().when(remove('phase'))).toHaveLength(1);
    });

    it('a branch with a reference inside gives it to the one outside', () => {
      const audit = given().does(remove('proc'));
      expect(audit.state.get(item('ctrl'))?.place[0]).toBe(item('risk2'));
      expect(displayOrder(audit.state, item('ctrl'))).toEqual(['test', 'find', 'f2'].map(item));
      expect(livingReferences(audit.state, item('ctrl'))).toEqual([]);
      expect(audit.events.at(-1)?.data['items']).toBe(7);
    });

    it('deleting a reference never asks', () => {
      expect(given().when(remove('ref2'))).toEqual([
        { type: 'TreeItemDeleted', data: { id: item('ref2'), items: 2 } },
      ]);
    });
  });

  it('asks for the right to delete that kind', () => {
    const audit = givenPlan();
    const decide = (label: string) =>
      audit.model.decide(
        audit.state,
        { intent: remove(label), base: audit.version },
        { ...contextOf(audit.state, 'leader'), can: (key) => key !== 'plan.step__delete' },
      ).ok;
    expect([decide('step'), decide('risk')]).toEqual([false, true]);
  });

  it('refuses the root groups of a financial audit', () => {
    const audit = new GivenAudit('financial_audit').item('phase', 'phase', null);
    expect(audit.when(remove('phase'))).toBe('derived_item');
  });
});
