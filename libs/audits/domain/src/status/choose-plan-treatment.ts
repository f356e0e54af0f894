import { evaluationIdOf, type KernelIntent } from '@cotejo/audits-contracts';
import { chooseTreatment } from '../items/derive-item.ts';
import type { AuditView, Decision, DecisionContext } from '../model/model.ts';

export type ChoosePlanTreatment = Extract<KernelIntent, { kind: 'choose_plan_treatment' }>;

/** Sets whether an action plan is evaluated: its evaluation is created, or deleted. */
export function choosePlanTreatment(
  view: AuditView,
  intent: ChoosePlanTreatment,
  base: number,
  context: DecisionContext,
): Decision {
  const { id, treatment } = intent;
  return chooseTreatment(view, intent, base, context, {
    of: 'action_plan',
    brings: 'evaluate',
    derived: { id: evaluationIdOf(id), type: 'evaluation' },
    event: (from) => ({ type: 'PlanTreatmentChosen', data: { id, treatment, from } }),
  });
}
