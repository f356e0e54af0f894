import { actionPlanIdOf, evaluationIdOf, type KernelIntent } from '@cotejo/audits-contracts';
import { accept, policyObjectOf, refuse, type DecidedEvent } from '../model/decision.ts';
import { isIcceLocked, lockOf } from './item-locks.ts';
import type { AuditView, Decision, DecisionContext, TreeNode } from '../model/model.ts';
import { cameTo } from '../signatures/signatures.ts';
import { statusAfterEdit } from '../status/statuses.ts';
import { alive } from '../model/tree.ts';

export type RenameItem = Extract<KernelIntent, { kind: 'rename_item' }>;

/**
 * Renames an item. Of two concurrent renames the later one wins and records what it overwrote. Renaming
 * signed work voids its signatures; items derived from a finding are renamed along.
 */
export function renameItem(
  view: AuditView,
  intent: RenameItem,
  base: number,
  context: DecisionContext,
): Decision {
  const node = view.get(intent.id);
  if (!node) return refuse('item_not_found');
  if (!context.can('plan.treeitem__edit', policyObjectOf(node))) return refuse('forbidden');
  if (isIcceLocked(view, node.type, context)) return refuse('icce_role_required');
  if (!alive(view, intent.id)) return refuse('item_deleted');
  const locked = lockOf(view, node, 'rename');
  if (locked) return refuse(locked);
  if (node.name === intent.name) return accept();

  const events: DecidedEvent[] = [
    {
      type: 'TreeItemRenamed',
      data: {
        id: node.id,
        name: intent.name,
        from: node.name,
        overwrote: overwrittenVersion(node, base, context.actor),
      },
    },
  ];
  events.push(...cameTo(node, statusAfterEdit(node), 'edited'));
  if (node.type === 'finding') events.push(...renamedDerived(view, node, intent.name));
  return accept(...events);
}

/** Version of a rename by another user that this user had not seen; null when there was none. */
function overwrittenVersion(node: TreeNode, base: number, actor: string): number | null {
  const renamed = node.fields['name'];
  if (renamed === undefined || renamed <= base) return null;
  const onlyOwnSince = node.changedBy === actor && (node.changedBefore ?? -1) < renamed;
  return onlyOwnSince ? null : renamed;
}

function renamedDerived(view: AuditView, finding: TreeNode, name: string): DecidedEvent[] {
  return [actionPlanIdOf(finding.id), evaluationIdOf(finding.id)].flatMap((id) => {
    const derived = view.get(id);
    if (!derived || derived.name === name) return [];
    return [{ type: 'TreeItemRenamed', data: { id, name, from: derived.name, overwrote: null } }];
  });
}
