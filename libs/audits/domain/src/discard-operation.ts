import type { ItemId, KernelIntent } from '@cotejo/audits-contracts';
import { accept, refuse, type DecidedEvent } from './decision.ts';
import { deletionOf } from './delete-item.ts';
import type { AuditView, Decision, DecisionContext } from './model.ts';
import { isMadeSince, subtree } from './tree.ts';

export type DiscardOperation = Extract<KernelIntent, { kind: 'discard_operation' }>;

/**
 * Ends the running operation and takes what it made out of the plan for good, branch by branch: nobody has
 * seen it, so the trash is no place for it. That it runs is seen to at the gate.
 */
export function discardOperation(
  view: AuditView,
  intent: DiscardOperation,
  context: DecisionContext,
): Decision {
  if (!context.can('plan.treeitem__add')) return refuse('forbidden');
  const since = view.operationSince ?? view.version;
  const removals = [...branchesSince(view, since)].map((id) => removalOf(view, id, since));
  return accept(...removals, {
    type: 'OperationDiscarded',
    data: { operation: intent.operation },
  });
}

/** Of a branch into which older work was moved only the deletion: that work can still be brought back. */
function removalOf(view: AuditView, id: ItemId, since: number): DecidedEvent {
  let items = 0;
  for (const node of subtree(view, id)) {
    if (!isMadeSince(node, since)) return deletionOf(view, id);
    items++;
  }
  return { type: 'TreeItemPurged', data: { id, items } };
}

/** Topmost items created after a version: nobody else may have made them while the operation ran. */
function* branchesSince(view: AuditView, since: number): Generator<ItemId> {
  const waiting: ItemId[] = [...view.childrenOf(null)];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const node = view.get(id);
    if (!node) continue;
    if (isMadeSince(node, since)) yield id;
    else waiting.push(...view.childrenOf(id));
  }
}
