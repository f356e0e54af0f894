import { marksOn, type TreeNode } from '@cotejo/audits-domain';

type Signed = Pick<TreeNode, 'signatures'>;

/** Whose marks stand under an item, the oldest first. */
export interface Marks {
  readonly completers: readonly string[];
  readonly reviewers: readonly string[];
}

export const marksOf = (node: Signed): Marks => ({
  completers: marksOn(node, 'completed').map(({ by }) => by),
  reviewers: marksOn(node, 'reviewed').map(({ by }) => by),
});
