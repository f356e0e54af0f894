import type { ItemId } from '@cotejo/audits-contracts';
import type { AuditView, TreeNode } from './model.ts';
import { displayOrder } from './tree.ts';

/** What of an item people see change. `place` is the parent, the position among its children, or both. */
export type ComparedField = 'name' | 'code' | 'place' | 'status' | 'assignee' | 'treatment' | 'dates';

/** An item that is not the same in two plans; null where the plan does not have it. */
export type ItemDifference =
  | { readonly kind: 'added'; readonly after: TreeNode }
  | { readonly kind: 'removed'; readonly before: TreeNode }
  | {
      readonly kind: 'changed';
      readonly before: TreeNode;
      readonly after: TreeNode;
      readonly fields: ReadonlySet<ComparedField>;
    };

/** The items of a plan as people see them: parents first, siblings in display order, nothing deleted. */
export function* planInOrder(view: AuditView): Generator<TreeNode> {
  const waiting: ItemId[] = displayOrder(view, null).reverse();
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const node = view.get(id);
    if (!node) continue;
    yield node;
    waiting.push(...displayOrder(view, id).reverse());
  }
}

/**
 * What differs between two plans, in the order of the later one; what only the earlier one has follows, in
 * its order. Deleted and restored in between, or renamed and renamed back, is no difference.
 */
export function comparePlans(before: AuditView, after: AuditView): readonly ItemDifference[] {
  const earlier = new Map([...planInOrder(before)].map((node): [ItemId, TreeNode] => [node.id, node]));
  const differences: ItemDifference[] = [];
  for (const node of planInOrder(after)) {
    const old = earlier.get(node.id);
    earlier.delete(node.id);
    if (!old) {
      differences.push({ kind: 'added', after: node });
      continue;
    }
    const fields = changedFields(old, node);
    if (fields.size > 0) differences.push({ kind: 'changed', before: old, after: node, fields });
  }
  for (const node of earlier.values()) differences.push({ kind: 'removed', before: node });
  return differences;
}

function changedFields(before: TreeNode, after: TreeNode): ReadonlySet<ComparedField> {
  const fields = new Set<ComparedField>();
  // Nodes are never changed, only replaced.
  if (before === after) return fields;
  for (const field of ['name', 'code', 'status', 'assignee', 'treatment'] as const)
    if (before[field] !== after[field]) fields.add(field);
  if (before.dates?.[0] !== after.dates?.[0] || before.dates?.[1] !== after.dates?.[1]) fields.add('dates');
  if (before.place[0] !== after.place[0] || before.place[1] !== after.place[1]) fields.add('place');
  return fields;
}
