import type { UserId } from '@cotejo/access-contracts';
import type { AuditStatus, ItemId, OperationId, RecordType, TeamRole } from '@cotejo/audits-contracts';
import { highestAmong } from './codes.ts';
import type { AuditChange, AuditView, TreeNode, WritableAuditView } from './model.ts';
import { OrderedChildren } from './ordered-children.ts';

/**
 * A copy-on-write layer over a view: holds only what pending intents touch. The server decides a batch on
 * one before it appends; the browser shows one, and resets and refills it whenever its base moves.
 */
export class AuditOverlay implements WritableAuditView {
  private items = new Map<ItemId, TreeNode>();
  private change: AuditChange = {};
  private members: Map<UserId, TeamRole> | null = null;
  private slices = new Map<string, unknown>();
  private readonly children: OrderedChildren;

  constructor(private readonly base: AuditView) {
    this.children = new OrderedChildren(
      (id) => this.get(id),
      (parent) => base.childrenOf(parent),
    );
  }

  /** Forgets everything that was laid over the base. */
  reset(): void {
    this.items = new Map();
    this.change = {};
    this.members = null;
    this.slices = new Map();
    this.children.clear();
  }

  /** Items that differ from the base, or may. */
  get touched(): ReadonlySet<ItemId> {
    return new Set(this.items.keys());
  }
  get version(): number {
    return this.change.version ?? this.base.version;
  }
  get recordType(): RecordType {
    return this.base.recordType;
  }
  get status(): AuditStatus {
    return this.change.status ?? this.base.status;
  }
  get closedOn(): string | null {
    return this.change.closedOn !== undefined ? this.change.closedOn : this.base.closedOn;
  }
  get operation(): OperationId | null {
    return this.change.operation !== undefined ? this.change.operation : this.base.operation;
  }
  get operationSince(): number | null {
    return this.change.operationSince !== undefined ? this.change.operationSince : this.base.operationSince;
  }
  get team(): ReadonlyMap<UserId, TeamRole> | null {
    return this.members ?? this.base.team;
  }
  get(id: ItemId): TreeNode | undefined {
    return this.items.get(id) ?? this.base.get(id);
  }
  childrenOf(parent: ItemId | null): readonly ItemId[] {
    return this.children.of(parent);
  }
  slice(name: string): unknown {
    return this.slices.has(name) ? this.slices.get(name) : this.base.slice(name);
  }
  /** At least what the base has: a code freed by a pending change is not offered again at once. */
  highestCode(prefix: string): number {
    return Math.max(this.base.highestCode(prefix), highestAmong(prefix, this.items.values()));
  }

  put(node: TreeNode): void {
    this.children.replace(this.get(node.id), node, () => this.items.set(node.id, node));
  }
  setAudit(change: AuditChange): void {
    this.change = { ...this.change, ...change };
  }
  /** An audit's creation is never pending over an audit: there is nothing to keep. */
  setInfo(): void {}
  setTeamMember(user: UserId, role: TeamRole): void {
    this.members = new Map(this.team ?? []).set(user, role);
  }
  setSlice(name: string, state: unknown): void {
    this.slices.set(name, state);
  }
}
