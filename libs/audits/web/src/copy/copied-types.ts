import type { ItemId, ItemType } from '@cotejo/audits-contracts';
import type { AuditView, TreeNode } from '@cotejo/audits-domain';

/** Type of an item's copy: a control becomes a reference within its audit, a link in another one. */
export function typeOfCopy(view: AuditView, node: TreeNode, where: 'here' | 'elsewhere'): ItemType {
  const shows = node.type === 'reference' && node.target ? view.get(node.target.item) : node;
  if (shows?.type !== 'control') return node.type;
  return where === 'here' ? 'reference' : 'link';
}

/** Types of the copies of several items, without duplicates. */
export function typesOfCopies(
  view: AuditView,
  ids: readonly ItemId[],
  where: 'here' | 'elsewhere',
): ReadonlySet<ItemType> {
  const types = new Set<ItemType>();
  for (const id of ids) {
    const node = view.get(id);
    if (node) types.add(typeOfCopy(view, node, where));
  }
  return types;
}
