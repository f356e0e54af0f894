import { describe, expect, it } from 'vitest';
import { actionPlanIdOf } from '@cotejo/audits-contracts';
import { givenPlan, item } from '../testing/given-audit.ts';

const recode = (code: string | null, label = 'risk') => ({ kind: 'recode_item', id: item(label), code });

describe('recode_item', () => {
  it('gives or takes a code and says what it was', () => {
    expect(givenPlan().when(recode('R-100'))).toEqual([
      { type: 'TreeItemRecoded', data: { id: item('risk'), code: 'R-100', from: 'R-001' } },
    ]);
    expect(givenPlan().when(recode(null))).toMatchObject([{ data: { code: null } }]);
  });

  it('does nothing when it stays the same, and voids no signature', () => {
    expect(givenPlan().when(recode('R-001'))).toEqual([]);
    expect(givenPlan().status('risk', 'reviewed').when(recode('R-2'))).toHaveLength(1);
  });

  it('is open to derived items', () => {
    const audit = givenPlan().does({
      kind: 'choose_finding_treatment',
      id: item('find'),
      treatment: 'action_plan',
    });
    const plan = actionPlanIdOf(item('find'));
    expect(audit.when({ kind: 'recode_item', id: plan, code: 'PA-77' })).toHaveLength(1);
  });

  it('refuses guests, the unknown and the deleted', () => {
    expect(givenPlan().when(recode('X'), { by: 'guest' })).toBe('forbidden');
    expect(givenPlan().when(recode('X', 'nobody'))).toBe('item_not_found');
    expect(givenPlan().deleted('risk').when(recode('X'))).toBe('item_deleted');
  });

  it('a code that went away is free again', () => {
    const audit = givenPlan().does(recode('R-500')).does(recode('R-003'));
    expect(audit.state.highestCode('R')).toBe(3);
  });
});
