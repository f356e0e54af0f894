import type { KernelIntent } from '@cotejo/audits-contracts';
import { AuditOverlay } from '../model/audit-overlay.ts';
import { accept, policyObjectOf, refuse, type DecidedEvent, type Refused } from '../model/decision.ts';
import { deletionOf } from './delete-item.ts';
import { isIcceLocked } from './item-locks.ts';
import type { AuditView, Decision, DecisionContext, TreeNode } from '../model/model.ts';
import { raisedHere } from './move-item.ts';
import { placeLock } from '../shared/places.ts';
import { originalOf } from '../shared/references.ts';
import { alive, ancestors, isAstray, liveSubtree } from '../model/tree.ts';

export type RestoreItem = Extract<KernelIntent, { kind: 'restore_item' }>;

/**
 * Restores a directly deleted item under its living parent, or together with its deleted ancestors.
 * References restored with it whose control is deleted go to the trash.
 */
export function restoreItem(view: AuditView, intent: RestoreItem, context: DecisionContext): Decision {
  const { id, withAncestors = false } = intent;
  const node = view.get(id);
  if (!node) return refuse('item_not_found');
  if (!context.can('plan.treeitem__restore', policyObjectOf(node))) return refuse('forbidden');
  if (node.deleted === null)
    return context.mode === 'optimistic' && alive(view, id) ? accept() : refuse('not_deleted');
  const above = withAncestors ? [...ancestors(view, id)].filter(({ deleted }) => deleted !== null) : [];
  const branches = [...above.reverse(), node];

  // Each is checked on the state after those before it.
  const after = new AuditOverlay(view);
  for (const branch of branches) {
    const refused = refusedToReturn(after, branch, context);
    if (refused) return refused;
    after.put({ ...branch, deleted: null });
  }
  const events = branches.map(({ id: back }): DecidedEvent => ({
    type: 'TreeItemRestored',
    data: { id: back },
  }));
  return accept(...events, ...danglingReferences(after, branches), ...strayFindings(after, branches));
}

function refusedToReturn(view: AuditView, node: TreeNode, context: DecisionContext): Refused | null {
  if (!context.can('plan.treeitem__restore', policyObjectOf(node))) return refuse('forbidden');
  if (isIcceLocked(view, node.type, context)) return refuse('icce_role_required');
  if (node.derived) return refuse('derived_item');
  if (!alive(view, node.place[0])) return refuse('parent_deleted');
  // Only the places of controls and references can have become invalid meanwhile.
  if (node.type !== 'reference' && node.type !== 'control') return null;
  const misplaced = placeLock(view, node.place[0], node);
  return misplaced && { ok: false, rejection: misplaced };
}

/** Deletions of restored references whose target is deleted. */
function danglingReferences(view: AuditView, branches: readonly TreeNode[]): DecidedEvent[] {
  const [topmost] = branches;
  if (!topmost) return [];
  return [...liveSubtree(view, topmost.id)].flatMap((node) =>
    node.type === 'reference' && !originalOf(view, node) ? [deletionOf(view, node.id)] : [],
  );
}

/**
 * Their related worksheet was moved away while they were in the trash; they become related to their parent,
 * so that they are visible.
 */
function strayFindings(view: AuditView, branches: readonly TreeNode[]): DecidedEvent[] {
  const [topmost] = branches;
  if (!topmost) return [];
  return [...liveSubtree(view, topmost.id)].flatMap((node) =>
    isAstray(view, node) ? [raisedHere(node.id, node.place)] : [],
  );
}
