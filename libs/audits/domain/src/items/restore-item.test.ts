import { describe, expect, it } from 'vitest';
import type { Can } from '@cotejo/access-contracts';
import { actionPlanIdOf } from '@cotejo/audits-contracts';
import { contextOf, givenPlan, item, user } from '../testing/given-audit.ts';
import { alive } from '../model/tree.ts';

const restore = (label: string) => ({ kind: 'restore_item', id: item(label) });

describe('restore_item', () => {
  it('brings an item back to its place, with what is under it', () => {
    const audit = givenPlan().deleted('risk');
    const places = audit.state.childrenOf(item('proc'));
    audit.does(restore('risk'));
    expect(audit.events.at(-1)).toMatchObject({ type: 'TreeItemRestored', data: { id: item('risk') } });
    expect(audit.state.childrenOf(item('proc'))).toEqual(places);
    expect(alive(audit.state, item('test'))).toBe(true);
  });

  it('what was deleted by itself stays deleted when its parent returns', () => {
    const audit = givenPlan().deleted('ctrl').deleted('risk').does(restore('risk'));
    expect(alive(audit.state, item('ctrl'))).toBe(false);
  });

  it('refuses what was not itself deleted', () => {
    expect(givenPlan().when(restore('risk'))).toBe('not_deleted');
    expect(givenPlan().deleted('risk').when(restore('ctrl'))).toBe('not_deleted');
  });

  it('refuses while the parent is deleted', () => {
    expect(givenPlan().deleted('ctrl').deleted('risk').when(restore('ctrl'))).toBe('parent_deleted');
  });

  it('with the deleted above it, topmost first', () => {
    const audit = givenPlan().deleted('test').deleted('ctrl').deleted('proc');
    expect(audit.when({ ...restore('test'), withAncestors: true })).toEqual(
      ['proc', 'ctrl', 'test'].map((label) => ({ type: 'TreeItemRestored', data: { id: item(label) } })),
    );
    expect(audit.when({ ...restore('ctrl'), withAncestors: true })).toHaveLength(2);
    expect(
      givenPlan()
        .deleted('step')
        .when({ ...restore('step'), withAncestors: true }),
    ).toHaveLength(1);
    audit.does({ ...restore('test'), withAncestors: true });
    expect(alive(audit.state, item('test'))).toBe(true);
  });

  it('with the deleted above it, only by whoever may restore each of them', () => {
    const audit = givenPlan().item('mine', 'step', 'proc', { by: 'junior' }).deleted('mine').deleted('proc');
    const can: Can = (_, object) => object?.createdBy === user('junior');
    const intent = { ...restore('mine'), withAncestors: true };
    const context = { ...contextOf(audit.state, 'junior'), can };
    const decision = audit.model.decide(audit.state, { intent, base: audit.version }, context);
    expect(decision).toMatchObject({ rejection: { code: 'forbidden' } });
  });

  describe('a shared control', () => {
    const given = () =>
      givenPlan()
        .item('act', 'activity', 'proc')
        .item('risk2', 'risk', 'act')
        .item('risk3', 'risk', 'act')
        .reference('ref2', 'risk2', 'ctrl')
        .reference('ref3', 'risk3', 'ctrl');

    it('has its reference back while it lives, in a risk that does not hold it again already', () => {
      expect(given().deleted('ref2').when(restore('ref2'))).toHaveLength(1);
      expect(given().deleted('ref2').deleted('ctrl').when(restore('ref2'))).toBe('target_not_found');
      expect(given().deleted('ref2').reference('ref4', 'risk2', 'ctrl').when(restore('ref2'))).toBe(
        'child_type_not_allowed',
      );
      const here = given().does({ kind: 'delete_item', id: item('ctrl'), shared: 'here' });
      expect(here.when(restore('ref2'))).toBe('child_type_not_allowed');
    });

    it('comes back without the references that were deleted with it, which then may follow', () => {
      const audit = given().does({ kind: 'delete_item', id: item('ctrl'), shared: 'everywhere' });
      expect(audit.when(restore('ctrl'))).toHaveLength(1);
      expect(audit.does(restore('ctrl')).when(restore('ref3'))).toHaveLength(1);
    });

    it('that is gone leaves no references in a branch that comes back', () => {
      const audit = given().item('f2', 'finding', 'ref2').deleted('act').deleted('ctrl');
      expect(audit.when(restore('act'))).toEqual([
        { type: 'TreeItemRestored', data: { id: item('act') } },
        { type: 'TreeItemDeleted', data: { id: item('ref3'), items: 1 } },
        { type: 'TreeItemDeleted', data: { id: item('ref2'), items: 2 } },
      ]);
      expect(given().deleted('proc').when(restore('proc'))).toHaveLength(1);
    });
  });

  it('refuses guests, the unknown and the derived', () => {
    const plan = actionPlanIdOf(item('find'));
    const audit = givenPlan()
      .deleted('step')
      .does({ kind: 'choose_finding_treatment', id: item('find'), treatment: 'action_plan' })
      .does({ kind: 'choose_finding_treatment', id: item('find'), treatment: 'none' });
    expect(audit.when(restore('step'), { by: 'guest' })).toBe('forbidden');
    expect(audit.when(restore('nobody'))).toBe('item_not_found');
    expect(audit.when({ kind: 'restore_item', id: plan })).toBe('derived_item');
  });

  it('shows nothing more when the base has it back already', () => {
    expect(givenPlan().when(restore('risk'), { mode: 'optimistic' })).toEqual([]);
  });
});
