import type { ItemId } from '@cotejo/audits-contracts';
import type { AuditView, TreeNode } from './model.ts';
import { alive } from './tree.ts';

/** References that stand for an item and that people see, by id. */
export const livingReferences = (view: AuditView, id: ItemId): ItemId[] =>
  view.referencesTo(id).filter((reference) => alive(view, reference));

/** The original that a reference of this audit stands for, if it lives. */
export function originalOf(view: AuditView, node: Pick<TreeNode, 'type' | 'target'>): TreeNode | undefined {
  const { target } = node;
  if (node.type !== 'reference' || !target || target.audit !== null) return undefined;
  return alive(view, target.item) ? view.get(target.item) : undefined;
}

/** Whose name, code and status an item shows: those of a reference's living original, else its own. */
export const resolved = (view: AuditView, node: TreeNode): TreeNode => originalOf(view, node) ?? node;

const NONE: readonly ItemId[] = [];

/**
 * References by what they stand for. Over another index it is copy-on-write, like the children. What an item
 * stands for never changes, so only coming and going count.
 */
export class ReferenceIndex {
  private lists = new Map<ItemId, readonly ItemId[]>();

  constructor(private readonly below: ((target: ItemId) => readonly ItemId[]) | null = null) {}

  of(target: ItemId): readonly ItemId[] {
    return this.lists.get(target) ?? this.below?.(target) ?? NONE;
  }

  add({ id, type, target }: TreeNode): void {
    if (type !== 'reference' || !target) return;
    const list = this.of(target.item);
    if (!list.includes(id)) this.lists.set(target.item, [...list, id].sort());
  }

  remove({ id, type, target }: TreeNode): void {
    if (type !== 'reference' || !target) return;
    const list = this.of(target.item);
    this.lists.set(
      target.item,
      list.filter((each) => each !== id),
    );
  }

  clear(): void {
    this.lists = new Map();
  }

  /** Begins as another index stands now; each goes on by itself. */
  beginAs(other: ReferenceIndex): void {
    this.lists = new Map(other.lists);
  }
}
