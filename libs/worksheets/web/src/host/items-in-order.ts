import type { ItemId } from '@cotejo/audits-contracts';
import { alive, displayOrder, type AuditView, type TreeNode } from '@cotejo/audits-domain';

/** Items of a plan in the tree's order, top to bottom; without references, which represent other items. */
export function* itemsInOrder(view: AuditView): Generator<TreeNode> {
  const waiting: ItemId[] = [...displayOrder(view, null)].reverse();
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const node = view.get(id);
    if (!node || !alive(view, id)) continue;
    if (node.type !== 'reference') yield node;
    waiting.push(...[...displayOrder(view, id)].reverse());
  }
}
