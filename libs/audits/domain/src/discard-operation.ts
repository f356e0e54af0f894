import type { ItemId, KernelIntent } from '@cotejo/audits-contracts';
import { accept, refuse, type DecidedEvent } from './decision.ts';
import { deletionOf } from './delete-item.ts';
import type { AuditView, Decision, DecisionContext } from './model.ts';

export type DiscardOperation = Extract<KernelIntent, { kind: 'discard_operation' }>;

/** Ends the running operation and deletes what it made, branch by branch. That it runs is seen to at the gate. */
export function discardOperation(
  view: AuditView,
  intent: DiscardOperation,
  context: DecisionContext,
): Decision {
  if (!context.can('plan.treeitem__add')) return refuse('forbidden');
  const deletions = [...branchesSince(view, view.operationSince ?? view.version)].map((id): DecidedEvent =>
    deletionOf(view, id),
  );
  return accept(...deletions, {
    type: 'OperationDiscarded',
    data: { operation: intent.operation },
  });
}

/** Topmost live items created after a version: nobody else may have made them while the operation ran. */
function* branchesSince(view: AuditView, since: number): Generator<ItemId> {
  const waiting: ItemId[] = [...view.childrenOf(null)];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const node = view.get(id);
    if (!node || node.deleted !== null) continue;
    if ((node.fields['created'] ?? -1) > since) yield id;
    else waiting.push(...view.childrenOf(id));
  }
}
