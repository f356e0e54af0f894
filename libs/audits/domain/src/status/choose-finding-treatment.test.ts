import { describe, expect, it } from 'vitest';
import { actionPlanIdOf } from '@cotejo/audits-contracts';
import { givenPlan, item } from '../testing/given-audit.ts';

const choose = (treatment: string | null, label = 'find') => ({
  kind: 'choose_finding_treatment',
  id: item(label),
  treatment,
});
const plan = actionPlanIdOf(item('find'));

describe('choose_finding_treatment', () => {
  it('an action plan comes to be under the finding, with its name and the next code', () => {
    expect(givenPlan().when(choose('action_plan'))).toMatchObject([
      { type: 'FindingTreatmentChosen', data: { id: item('find'), treatment: 'action_plan', from: null } },
      {
        type: 'TreeItemCreated',
        data: {
          id: plan,
          itemType: 'action_plan',
          parent: item('find'),
          name: 'find',
          code: 'PA-01',
          status: 'new',
          derived: true,
        },
      },
    ]);
  });

  it('without a plan there is nothing to take away', () => {
    expect(givenPlan().when(choose('none'))).toMatchObject([{ data: { treatment: 'none', from: null } }]);
  });

  it('changing one’s mind takes the plan away and brings it back', () => {
    const audit = givenPlan().does(choose('action_plan'));
    expect(audit.when(choose('none'))).toMatchObject([
      { data: { from: 'action_plan' } },
      { type: 'TreeItemDeleted', data: { id: plan, items: 1 } },
    ]);
    expect(audit.does(choose('none')).when(choose('action_plan'))).toMatchObject([
      { data: { from: 'none' } },
      { type: 'TreeItemRestored', data: { id: plan } },
    ]);
  });

  it('a choice that is taken back is open again, and its plan gone', () => {
    const audit = givenPlan().does(choose('action_plan'));
    expect(audit.when(choose(null))).toEqual([
      { type: 'FindingTreatmentChosen', data: { id: item('find'), treatment: null, from: 'action_plan' } },
      { type: 'TreeItemDeleted', data: { id: plan, items: 1 } },
    ]);
    expect(audit.does(choose(null)).state.get(item('find'))?.treatment).toBeNull();
    expect(audit.when(choose(null))).toEqual([]);
    expect(givenPlan().does(choose('none')).when(choose(null))).toHaveLength(1);
  });

  it('does not hide what others did to the plan unseen', () => {
    const audit = givenPlan().does(choose('action_plan'));
    const seen = audit.version;
    audit.does({ kind: 'recode_item', id: plan, code: 'PA-50' }, { by: 'peer' });
    expect(audit.when(choose('none'), { base: seen })).toBe('stale_delete');
    expect(audit.when(choose('none'))).toHaveLength(2);
  });

  it('does nothing when it is chosen already', () => {
    expect(givenPlan().does(choose('none')).when(choose('none'))).toEqual([]);
  });

  it('refuses other types, guests, the unknown and the deleted', () => {
    expect(givenPlan().when(choose('none', 'step'))).toBe('treatment_not_applicable');
    expect(givenPlan().when(choose('none'), { by: 'guest' })).toBe('forbidden');
    expect(givenPlan().when(choose('none', 'nobody'))).toBe('item_not_found');
    expect(givenPlan().deleted('find').when(choose('none'))).toBe('item_deleted');
    expect(givenPlan().when(choose('perhaps'))).toBe('invalid_intent');
  });
});
