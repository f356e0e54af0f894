import type { ItemId, KernelIntent } from '@cotejo/audits-contracts';
import { accept, refuse, type DecidedEvent } from '../model/decision.ts';
import { deletionOf } from '../items/delete-item.ts';
import type { AuditView, Decision, DecisionContext } from '../model/model.ts';
import { isMadeSince, subtree } from '../model/tree.ts';

export type DiscardOperation = Extract<KernelIntent, { kind: 'discard_operation' }>;

/**
 * Ends the running operation and purges the items that it created, branch by branch: they were never visible,
 * so they do not go to the trash. That the operation is running is checked at the gate.
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

/** A branch into which older items were moved is only deleted, so that those can be restored. */
function removalOf(view: AuditView, id: ItemId, since: number): DecidedEvent {
  let items = 0;
  for (const node of subtree(view, id)) {
    if (!isMadeSince(node, since)) return deletionOf(view, id);
    items++;
  }
  return { type: 'TreeItemPurged', data: { id, items } };
}

/** Topmost items created after a version; while the operation ran, only it could create items. */
function* branchesSince(view: AuditView, since: number): Generator<ItemId> {
  const waiting: ItemId[] = [...view.childrenOf(null)];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const node = view.get(id);
    if (!node) continue;
    if (isMadeSince(node, since)) yield id;
    else waiting.push(...view.childrenOf(id));
  }
}
