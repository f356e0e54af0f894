import { isGroup } from '@cotejo/audits-contracts';
import { liveSubtree, statusFamily, type AuditView, type TreeNode } from '@cotejo/audits-domain';

/**
 * Items that can be put into sprints and visits: those with work of their own; for a group, those inside it. Each
 * once, references and links left out.
 */
export function allottableIn(view: AuditView, nodes: readonly TreeNode[]): readonly TreeNode[] {
  const found = new Map<string, TreeNode>();
  for (const node of nodes) {
    if (statusFamily(node.type) !== null) found.set(node.id, node);
    else if (isGroup(node.type))
      for (const inside of liveSubtree(view, node.id))
        if (statusFamily(inside.type) !== null) found.set(inside.id, inside);
  }
  return [...found.values()];
}
