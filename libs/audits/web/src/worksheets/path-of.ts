import type { ItemId } from '@cotejo/audits-contracts';
import { ancestors, type AuditView, type TreeNode } from '@cotejo/audits-domain';

/**
 * Names of an item's ancestors from the top. Derived items have their parent's name, which is not repeated.
 */
export function pathOf(view: AuditView, id: ItemId): readonly string[] {
  const node = view.get(id);
  if (!node) return [];
  const names: string[] = [];
  let below: TreeNode = node;
  for (const above of ancestors(view, id)) {
    if (!below.derived || above.name !== below.name) names.unshift(above.name);
    below = above;
  }
  return names;
}
