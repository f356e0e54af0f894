import type { ItemId } from '@cotejo/audits-contracts';
import type { TreeNode } from './model.ts';

type Parent = ItemId | null;

/** Order of siblings: position bytewise (its alphabet is ASCII), then id, so that the order is total. */
const comesBefore = (a: TreeNode, b: TreeNode): boolean =>
  a.place[1] < b.place[1] || (a.place[1] === b.place[1] && a.id < b.id);

const byPlace = (a: TreeNode, b: TreeNode): number => (comesBefore(a, b) ? -1 : 1);
const idOf = ({ id }: TreeNode): ItemId => id;

/**
 * Index at which a node belongs among its siblings, by binary search; the end is tried first, where most
 * nodes are added.
 */
export function rankIn(
  siblings: readonly ItemId[],
  node: TreeNode,
  nodeOf: (id: ItemId) => TreeNode | undefined,
): number {
  const isAfter = (index: number): boolean => {
    const sibling = nodeOf(siblings[index] as ItemId);
    return sibling !== undefined && comesBefore(sibling, node);
  };
  let low = 0;
  let high = siblings.length;
  if (high > 0 && isAfter(high - 1)) return high;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isAfter(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

const NONE: readonly ItemId[] = [];

/**
 * Children of each parent, ordered by position. On top of another index it is copy-on-write: only changed
 * lists are copied, the others are read from below.
 */
export class OrderedChildren {
  private lists = new Map<Parent, ItemId[]>();

  constructor(
    private readonly nodeOf: (id: ItemId) => TreeNode | undefined,
    private readonly below: ((parent: Parent) => readonly ItemId[]) | null = null,
  ) {}

  of(parent: Parent): readonly ItemId[] {
    return this.lists.get(parent) ?? this.below?.(parent) ?? NONE;
  }

  /** Call while `nodeOf` still returns the old node; `store` must make it return the new one. */
  replace(old: TreeNode | undefined, node: TreeNode, store: () => void): void {
    if (old && old.place[0] === node.place[0] && old.place[1] === node.place[1]) {
      store();
      return;
    }
    if (old) this.remove(old);
    store();
    const list = this.own(node.place[0]);
    list.splice(rankIn(list, node, this.nodeOf), 0, node.id);
  }

  /**
   * Call while `nodeOf` still returns the node; `forget` must make it return none. The node's own list is
   * dropped too.
   */
  drop(old: TreeNode, forget: () => void): void {
    this.remove(old);
    forget();
    if (this.below) this.lists.set(old.id, []);
    else this.lists.delete(old.id);
  }

  clear(): void {
    this.lists = new Map();
  }

  /** Replaces the content by the given nodes, in any order. Not for an instance on top of another index. */
  fill(nodes: Iterable<TreeNode>): void {
    const siblings = new Map<Parent, TreeNode[]>();
    for (const node of nodes) {
      const list = siblings.get(node.place[0]);
      if (list) list.push(node);
      else siblings.set(node.place[0], [node]);
    }
    this.lists = new Map([...siblings].map(([parent, list]) => [parent, list.sort(byPlace).map(idOf)]));
  }

  /** Copies another index; both are independent afterwards. */
  beginAs(other: OrderedChildren): void {
    this.lists = new Map([...other.lists].map(([parent, list]) => [parent, list.slice()]));
  }

  private remove(old: TreeNode): void {
    const list = this.own(old.place[0]);
    const found = rankIn(list, old, this.nodeOf);
    const index = list[found] === old.id ? found : list.indexOf(old.id);
    if (index >= 0) list.splice(index, 1);
  }

  private own(parent: Parent): ItemId[] {
    let list = this.lists.get(parent);
    if (!list) {
      list = this.below ? this.below(parent).slice() : [];
      this.lists.set(parent, list);
    }
    return list;
  }
}
