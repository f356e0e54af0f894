import { describe, expect, it } from 'vitest';
import { actionPlanIdOf, evaluationIdOf } from '@cotejo/audits-contracts';
import { givenPlan, item } from '../testing/given-audit.ts';

const plan = actionPlanIdOf(item('find'));
const evaluation = evaluationIdOf(item('find'));
const choose = (treatment: string | null) => ({ kind: 'choose_plan_treatment', id: plan, treatment });
const givenActionPlan = () =>
  givenPlan().does({ kind: 'choose_finding_treatment', id: item('find'), treatment: 'action_plan' });

describe('choose_plan_treatment', () => {
  it('an evaluation comes to be under the plan', () => {
    expect(givenActionPlan().when(choose('evaluate'))).toMatchObject([
      { type: 'PlanTreatmentChosen', data: { id: plan, treatment: 'evaluate', from: null } },
      {
        type: 'TreeItemCreated',
        data: { id: evaluation, itemType: 'evaluation', parent: plan, derived: true, code: null },
      },
    ]);
  });

  it('goes when it is not to be evaluated', () => {
    expect(givenActionPlan().does(choose('evaluate')).when(choose('none'))).toMatchObject([
      { data: { treatment: 'none', from: 'evaluate' } },
      { type: 'TreeItemDeleted', data: { id: evaluation } },
    ]);
  });

  it('goes when the choice is taken back, which is open again', () => {
    const audit = givenActionPlan().does(choose('evaluate')).does(choose(null));
    expect(audit.state.get(evaluation)?.deleted).toBe(audit.version);
    expect(audit.state.get(plan)?.treatment).toBeNull();
  });

  it('refuses what is no action plan', () => {
    const intent = { ...choose('evaluate'), id: item('find') };
    expect(givenActionPlan().when(intent)).toBe('treatment_not_applicable');
  });

  it('refuses a plan that its finding no longer has', () => {
    const audit = givenActionPlan().does({
      kind: 'choose_finding_treatment',
      id: item('find'),
      treatment: 'none',
    });
    expect(audit.when(choose('evaluate'))).toBe('item_deleted');
  });
});
