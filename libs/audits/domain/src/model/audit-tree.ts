import type {
  AuditConclusion,
  AuditRemoval,
  AuditStatus,
  ItemId,
  OperationId,
  Stretch,
  StretchId,
} from '@cotejo/audits-contracts';
import { CodeNumbers } from '../items/codes.ts';
import type { AuditChange, StatusBefore, TreeNode } from './model.ts';
import { OrderedChildren } from './ordered-children.ts';
import { ReferenceIndex } from '../shared/references.ts';

/**
 * Base of the server's folded state and the browser's mirror: the audit's own facts and its items in order.
 */
export abstract class AuditTree {
  version = -1;
  status: AuditStatus = 'not_started';
  closedOn: string | null = null;
  lastClosedOn: string | null = null;
  removal: AuditRemoval | null = null;
  conclusion: AuditConclusion | null = null;
  year: number | null = null;
  before: StatusBefore | null = null;
  operation: OperationId | null = null;
  operationSince: number | null = null;
  /** Version at which the running copy started; its items are shown when it is finished. */
  hiddenSince: number | null = null;
  /** Version of the last compaction of the tree document, -1 without one. */
  lastCompaction = -1;
  readonly stretches = new Map<StretchId, Stretch>();
  protected readonly items = new Map<ItemId, TreeNode>();
  protected readonly children = new OrderedChildren((id) => this.items.get(id));
  protected readonly references = new ReferenceIndex();
  protected readonly codes = new CodeNumbers(() => this.items.values());
  protected readonly slices = new Map<string, unknown>();

  nodes(): Iterable<TreeNode> {
    return this.items.values();
  }
  /** Number of items, deleted ones included. */
  get count(): number {
    return this.items.size;
  }
  get(id: ItemId): TreeNode | undefined {
    return this.items.get(id);
  }
  childrenOf(parent: ItemId | null): readonly ItemId[] {
    return this.children.of(parent);
  }
  referencesTo(id: ItemId): readonly ItemId[] {
    return this.references.of(id);
  }
  slice(name: string): unknown {
    return this.slices.get(name);
  }
  highestCode(prefix: string): number {
    return this.codes.of(prefix);
  }

  put(node: TreeNode): void {
    const old = this.items.get(node.id);
    this.codes.replace(old, node);
    this.children.replace(old, node, () => this.items.set(node.id, node));
    this.references.add(node);
  }
  /** Stores several nodes; faster than `put` in a loop when the tree is empty. */
  putAll(nodes: readonly TreeNode[]): void {
    if (this.items.size > 0) {
      for (const node of nodes) this.put(node);
      return;
    }
    for (const node of nodes) {
      this.items.set(node.id, node);
      if (node.type === 'reference') this.references.add(node);
    }
    this.codes.clear();
    this.children.fill(this.items.values());
  }
  remove(ids: readonly ItemId[]): void {
    for (const id of ids) {
      const old = this.items.get(id);
      if (!old) continue;
      this.codes.replace(old, undefined);
      this.children.drop(old, () => this.items.delete(id));
      this.references.remove(old);
    }
  }
  setAudit(change: AuditChange): void {
    Object.assign(this, change);
  }
  setStretch(stretch: Stretch): void {
    this.stretches.set(stretch.id, stretch);
  }
  setSlice(name: string, state: unknown): void {
    this.slices.set(name, state);
  }
}
