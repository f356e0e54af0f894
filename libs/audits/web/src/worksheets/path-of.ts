import type { ItemId } from '@cotejo/audits-contracts';
import { ancestors, type AuditView, type TreeNode } from '@cotejo/audits-domain';

/**
 * Names of what an item stands in, from the top. What was made out of something has its name and does not tell it
 * twice.
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
