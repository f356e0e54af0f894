import { actionPlanIdOf, type KernelIntent } from '@cotejo/audits-contracts';
import { chooseTreatment } from '../items/derive-item.ts';
import type { AuditView, Decision, DecisionContext } from '../model/model.ts';

export type ChooseFindingTreatment = Extract<KernelIntent, { kind: 'choose_finding_treatment' }>;

/** Sets the treatment of a finding: its action plan is created, or deleted. */
export function chooseFindingTreatment(
  view: AuditView,
  intent: ChooseFindingTreatment,
  base: number,
  context: DecisionContext,
): Decision {
  const { id, treatment } = intent;
  return chooseTreatment(view, intent, base, context, {
    of: 'finding',
    brings: 'action_plan',
    derived: { id: actionPlanIdOf(id), type: 'action_plan' },
    event: (from) => ({ type: 'FindingTreatmentChosen', data: { id, treatment, from } }),
  });
}
