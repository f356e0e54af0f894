import { evaluationIdOf, type KernelIntent } from '@cotejo/audits-contracts';
import { accept, policyObjectOf, refuse, type DecidedEvent } from './decision.ts';
import { derive, underive } from './derive-item.ts';
import type { AuditView, Decision, DecisionContext } from './model.ts';
import { alive } from './tree.ts';

export type ChoosePlanTreatment = Extract<KernelIntent, { kind: 'choose_plan_treatment' }>;

/** Whether an action plan is evaluated: its evaluation comes to be under it, or goes. */
export function choosePlanTreatment(
  view: AuditView,
  intent: ChoosePlanTreatment,
  base: number,
  context: DecisionContext,
): Decision {
  const { id, treatment } = intent;
  const node = view.get(id);
  if (!node) return refuse('item_not_found');
  if (!context.can('plan.treeitem__edit', policyObjectOf(node))) return refuse('forbidden');
  if (!alive(view, id)) return refuse('item_deleted');
  if (node.type !== 'action_plan') return refuse('treatment_not_applicable');
  if (node.treatment === treatment) return accept();

  const chosen: DecidedEvent = {
    type: 'PlanTreatmentChosen',
    data: {
      id,
      treatment,
      from: node.treatment === 'none' || node.treatment === 'evaluate' ? node.treatment : null,
    },
  };
  const child = evaluationIdOf(id);
  if (treatment === 'evaluate')
    return accept(chosen, ...derive(view, node, { id: child, type: 'evaluation' }));
  const removal = underive(view, child, base, context);
  return removal.ok ? { ok: true, events: [chosen, ...removal.events] } : removal;
}
