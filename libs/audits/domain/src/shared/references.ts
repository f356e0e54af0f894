import type { ItemId } from '@cotejo/audits-contracts';
import type { AuditView, TreeNode } from '../model/model.ts';
import { alive } from '../model/tree.ts';

/** Ids of the living references to an item. */
export const livingReferences = (view: AuditView, id: ItemId): ItemId[] =>
  view.referencesTo(id).filter((reference) => alive(view, reference));

/** The living original of a reference in this audit. */
export function originalOf(view: AuditView, node: Pick<TreeNode, 'type' | 'target'>): TreeNode | undefined {
  const { target } = node;
  if (node.type !== 'reference' || !target || target.audit !== null) return undefined;
  return alive(view, target.item) ? view.get(target.item) : undefined;
}

/**
 * The node whose name, code and status an item shows: the living original of a reference, else the item
 * itself.
 */
export const resolved = (view: AuditView, node: TreeNode): TreeNode => originalOf(view, node) ?? node;

const NONE: readonly ItemId[] = [];

/**
 * References by target. On top of another index it is copy-on-write, like the children. A reference's target
 * never changes, so only additions and removals matter.
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

  /** Copies another index; both are independent afterwards. */
  beginAs(other: ReferenceIndex): void {
    this.lists = new Map(other.lists);
  }
}
