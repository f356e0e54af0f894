import type { ChangeRow } from '@cotejo/audits-contracts';
import type { TreeNode } from '@cotejo/audits-domain';

/** Whoever signed, and when (ISO 8601). */
export interface Signature {
  readonly by: ChangeRow['actor'];
  readonly at: string;
}

/** What stands signed on an item; null for what nobody signed, or of which no change tells. */
export interface Signatures {
  readonly completed: Signature | null;
  readonly reviewed: Signature | null;
}

export const isReviewed = ({ status }: Pick<TreeNode, 'status'>): boolean =>
  status === 'reviewed' || status === 'evaluated';

export const isCompleted = (node: Pick<TreeNode, 'status' | 'completedBy'>): boolean =>
  isReviewed(node) || node.completedBy !== null;

/**
 * The signatures that stand on an item, by its changes (newest first). Closing the last review note completes
 * the item again and leaves the signature that the note was about.
 */
export function signaturesOf(
  node: Pick<TreeNode, 'status' | 'completedBy'>,
  changes: readonly ChangeRow[],
): Signatures {
  const statuses = changes.filter(({ type }) => type === 'ItemStatusChanged');
  const signature = (isIt: (change: ChangeRow) => boolean): Signature | null => {
    const change = statuses.find(isIt);
    return change ? { by: change.actor, at: change.at } : null;
  };
  return {
    completed:
      node.completedBy === null
        ? null
        : signature(({ actor, detail }) => detail['to'] === 'completed' && actor.id === node.completedBy),
    reviewed: isReviewed(node) ? signature(({ detail }) => detail['to'] === node.status) : null,
  };
}
