import type { KernelIntent } from '@cotejo/audits-contracts';
import { accept, refuse } from '../model/decision.ts';
import type { Decision, DecisionContext } from '../model/model.ts';

export type StartOperation = Extract<KernelIntent, { kind: 'start_operation' }>;

/** Starts an operation that needs more than one append; until it ends, only its own intents are accepted. */
export function startOperation(intent: StartOperation, context: DecisionContext): Decision {
  const permitted = context.can(intent.what === 'import' ? 'audits.import' : 'plan.treeitem__add');
  if (!permitted) return refuse('forbidden');
  return accept({
    type: 'OperationStarted',
    data: { operation: intent.operation, what: intent.what, by: context.actor },
  });
}
