import { describe, expect, it } from 'vitest';
import { actionPlanIdOf } from '@cotejo/audits-contracts';
import { givenPlan, item } from './testing/given-audit.ts';
import { alive } from './tree.ts';

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
