import type { KernelIntent } from '@cotejo/audits-contracts';
import { accept, refuse } from '../model/decision.ts';
import type { Decision, DecisionContext } from '../model/model.ts';

export type FinishOperation = Extract<KernelIntent, { kind: 'finish_operation' }>;

/** Ends the running operation and keeps its items. That it is running is checked at the gate. */
export function finishOperation(intent: FinishOperation, context: DecisionContext): Decision {
  if (!context.can('plan.treeitem__add')) return refuse('forbidden');
  return accept({ type: 'OperationFinished', data: { operation: intent.operation } });
}
