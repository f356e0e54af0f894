import { actionPlanIdOf, type KernelIntent } from '@cotejo/audits-contracts';
import { accept, policyObjectOf, refuse, type DecidedEvent } from './decision.ts';
import { derive, underive } from './derive-item.ts';
import type { AuditView, Decision, DecisionContext } from './model.ts';
import { alive } from './tree.ts';

export type ChooseFindingTreatment = Extract<KernelIntent, { kind: 'choose_finding_treatment' }>;

/** What is to be done about a finding: an action plan comes to be under it, or goes. */
export function chooseFindingTreatment(
  view: AuditView,
  intent: ChooseFindingTreatment,
  base: number,
  context: DecisionContext,
): Decision {
  const { id, treatment } = intent;
  const node = view.get(id);
  if (!node) return refuse('item_not_found');
  if (!context.can('plan.treeitem__edit', policyObjectOf(node))) return refuse('forbidden');
  if (!alive(view, id)) return refuse('item_deleted');
  if (node.type !== 'finding') return refuse('treatment_not_applicable');
  if (node.treatment === treatment) return accept();

  const chosen: DecidedEvent = {
    type: 'FindingTreatmentChosen',
    data: {
      id,
      treatment,
      from: node.treatment === 'none' || node.treatment === 'action_plan' ? node.treatment : null,
    },
  };
  const child = actionPlanIdOf(id);
  if (treatment === 'action_plan')
    return accept(chosen, ...derive(view, node, { id: child, type: 'action_plan' }));
  const removal = underive(view, child, base, context);
  return removal.ok ? { ok: true, events: [chosen, ...removal.events] } : removal;
}
