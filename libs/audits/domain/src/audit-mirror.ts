import type { UserId } from '@cotejo/access-contracts';
import type {
  AuditRecord,
  AuditStatus,
  ItemId,
  OperationId,
  RecordType,
  TeamRole,
  TreeRecord,
} from '@cotejo/audits-contracts';
import { CodeNumbers } from './codes.ts';
import type { AuditChange, TreeNode, WritableAuditView } from './model.ts';
import { OrderedChildren } from './ordered-children.ts';

/**
 * The browser's base: what the server said, fed from the tree document record by record. Children may
 * arrive before their parents. It knows the team only once it was told.
 */
export class AuditMirror implements WritableAuditView {
  version = -1;
  recordType: RecordType = 'audit_plan';
  status: AuditStatus = 'not_started';
  closedOn: string | null = null;
  operation: OperationId | null = null;
  operationSince: number | null = null;
  team: ReadonlyMap<UserId, TeamRole> | null = null;
  private items = new Map<ItemId, TreeNode>();
  private readonly children = new OrderedChildren((id) => this.items.get(id));
  private readonly codes = new CodeNumbers(() => this.items.values());
  private readonly slices = new Map<string, unknown>();

  /** Takes an item as the document holds it. */
  applyRecord(id: ItemId, record: TreeRecord): void {
    this.put({ id, ...record });
  }
  /** Takes the audit's own entry of the document. */
  applyAudit(record: AuditRecord): void {
    this.recordType = record.recordType;
    this.status = record.status;
    this.closedOn = record.closedOn;
    this.operation = record.operation as OperationId | null;
    this.operationSince = record.operation === null ? null : record.version;
  }
  /** The audit version that the document holds; it travels beside the document, not in it. */
  setVersion(version: number): void {
    this.version = version;
  }
  setTeam(team: ReadonlyMap<UserId, TeamRole>): void {
    this.team = team;
  }
  /** Forgets all that came from a document that is no longer ours; the team stays. */
  clear(): void {
    this.items = new Map();
    this.children.clear();
    this.codes.clear();
    this.slices.clear();
    this.version = -1;
    this.status = 'not_started';
    this.closedOn = null;
    this.operation = null;
    this.operationSince = null;
  }

  nodes(): Iterable<TreeNode> {
    return this.items.values();
  }
  get(id: ItemId): TreeNode | undefined {
    return this.items.get(id);
  }
  childrenOf(parent: ItemId | null): readonly ItemId[] {
    return this.children.of(parent);
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
  }
  setAudit(change: AuditChange): void {
    Object.assign(this, change);
  }
  setInfo(info: { readonly profile: { readonly recordType: RecordType } }): void {
    this.recordType = info.profile.recordType;
  }
  setTeamMember(user: UserId, role: TeamRole): void {
    this.team = new Map(this.team ?? []).set(user, role);
  }
  setSlice(name: string, state: unknown): void {
    this.slices.set(name, state);
  }
}
