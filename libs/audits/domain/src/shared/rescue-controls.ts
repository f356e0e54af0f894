import type { ItemId } from '@cotejo/audits-contracts';
import type { DecidedEvent } from '../model/decision.ts';
import { DisplayRank } from '../items/display-rank.ts';
import type { AuditView, TreeNode } from '../model/model.ts';
import { freedFindings, movedTo } from '../items/move-item.ts';
import { keyAt, positionsAtEnd } from '../items/positions.ts';
import { livingReferences } from './references.ts';

/**
 * Moves a shared control away from a risk where it is deleted: with its subtree it replaces the first of its
 * visible references, and that reference's children move to it, so that no work is lost. The reference is
 * deleted.
 */
export function rescueControl(
  view: AuditView,
  control: TreeNode,
  references: readonly ItemId[],
  rank = new DisplayRank(view),
): DecidedEvent[] {
  const first = view.get(rank.firstOf(references));
  if (!first) return [];
  const [risk] = first.place;
  const adopted = view.childrenOf(first.id).flatMap((id) => {
    const node = view.get(id);
    return node?.deleted === null ? [node] : [];
  });
  const positions = positionsAtEnd(view, control.id, adopted.length);
  return [
    ...adopted.map((node, index) => movedTo(view, node, control.id, positions[index] as string)),
    { type: 'TreeItemDeleted', data: { id: first.id, items: 1 } },
    movedTo(view, control, risk, keyAt(view, risk, control.id, { after: first.id })),
    ...freedFindings(view, control, risk),
  ];
}

/** Events that move the controls of a branch that are shared with risks outside of it, by control. */
export function rescuesOf(view: AuditView, branch: readonly TreeNode[]): ReadonlyMap<ItemId, DecidedEvent[]> {
  const rescues = new Map<ItemId, DecidedEvent[]>();
  let inside: ReadonlySet<ItemId> | null = null;
  const rank = new DisplayRank(view);
  for (const node of branch) {
    if (node.type !== 'control' || view.referencesTo(node.id).length === 0) continue;
    inside ??= new Set(branch.map(({ id }) => id));
    const outside = livingReferences(view, node.id).filter((id) => !inside?.has(id));
    if (outside.length > 0) rescues.set(node.id, rescueControl(view, node, outside, rank));
  }
  return rescues;
}
