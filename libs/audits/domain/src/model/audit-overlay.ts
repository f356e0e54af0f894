import type { UserId } from '@cotejo/access-contracts';
import type {
  AuditConclusion,
  AuditId,
  AuditProfile,
  AuditRemoval,
  AuditStatus,
  ItemId,
  OperationId,
  RecordType,
  Stretch,
  StretchId,
  TeamMemberState,
  TeamRole,
  TimeRecord,
  TimeRecordId,
} from '@cotejo/audits-contracts';
import { CodeNumbers } from '../items/codes.ts';
import type { AuditChange, AuditView, StatusBefore, TreeNode, WritableAuditView } from './model.ts';
import { OrderedChildren } from './ordered-children.ts';
import { ReferenceIndex } from '../shared/references.ts';
import { teamWith } from '../team/team-with.ts';

/**
 * A copy-on-write layer over a view: holds only the items that intents touch. The server decides a batch on
 * one before it appends; the browser displays one, and resets and refills it whenever its base changes.
 */
export class AuditOverlay implements WritableAuditView {
  /** Null for a removed item of the base. */
  private items = new Map<ItemId, TreeNode | null>();
  private readonly codes = new CodeNumbers(() => this.present());
  private change: AuditChange = {};
  private places: Map<UserId, TeamRole> | null = null;
  private staff: Map<UserId, TeamMemberState> | null = null;
  private planned: Map<StretchId, Stretch> | null = null;
  private facts: Partial<AuditProfile> = {};
  private time: Map<TimeRecordId, TimeRecord> | null = null;
  private slices = new Map<string, unknown>();
  private readonly children: OrderedChildren;
  private readonly references: ReferenceIndex;

  constructor(private readonly base: AuditView) {
    this.children = new OrderedChildren(
      (id) => this.get(id),
      (parent) => base.childrenOf(parent),
    );
    this.references = new ReferenceIndex((target) => base.referencesTo(target));
  }

  /** Discards all changes over the base. */
  reset(): void {
    this.items = new Map();
    this.change = {};
    this.places = this.staff = this.planned = this.time = null;
    this.facts = {};
    this.slices = new Map();
    this.children.clear();
    this.references.clear();
    this.codes.clear();
  }

  /** Items that may differ from the base. */
  get touched(): ReadonlySet<ItemId> {
    return new Set(this.items.keys());
  }
  get version(): number {
    return this.change.version ?? this.base.version;
  }
  get audit(): AuditId | null {
    return this.base.audit;
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
  get lastClosedOn(): string | null {
    return this.change.lastClosedOn !== undefined ? this.change.lastClosedOn : this.base.lastClosedOn;
  }
  get removal(): AuditRemoval | null {
    return this.change.removal !== undefined ? this.change.removal : this.base.removal;
  }
  get conclusion(): AuditConclusion | null {
    return this.change.conclusion !== undefined ? this.change.conclusion : this.base.conclusion;
  }
  get year(): number | null {
    return this.change.year !== undefined ? this.change.year : this.base.year;
  }
  get before(): StatusBefore | null {
    return this.change.before !== undefined ? this.change.before : this.base.before;
  }
  get operation(): OperationId | null {
    return this.change.operation !== undefined ? this.change.operation : this.base.operation;
  }
  get operationSince(): number | null {
    return this.change.operationSince !== undefined ? this.change.operationSince : this.base.operationSince;
  }
  get team(): ReadonlyMap<UserId, TeamRole> | null {
    return this.places ?? this.base.team;
  }
  get members(): ReadonlyMap<UserId, TeamMemberState> | null {
    return this.staff ?? this.base.members;
  }
  get timeRecords(): ReadonlyMap<TimeRecordId, TimeRecord> | null {
    return this.time ?? this.base.timeRecords;
  }
  get profile(): AuditProfile | null {
    const { profile } = this.base;
    return profile && { ...profile, ...this.facts };
  }
  get stretches(): ReadonlyMap<StretchId, Stretch> {
    return this.planned ?? this.base.stretches;
  }
  get(id: ItemId): TreeNode | undefined {
    const own = this.items.get(id);
    return own === undefined ? this.base.get(id) : (own ?? undefined);
  }
  childrenOf(parent: ItemId | null): readonly ItemId[] {
    return this.children.of(parent);
  }
  referencesTo(id: ItemId): readonly ItemId[] {
    return this.references.of(id);
  }
  slice(name: string): unknown {
    return this.slices.has(name) ? this.slices.get(name) : this.base.slice(name);
  }
  /** At least the base's number: a code freed by a pending change is not suggested again at once. */
  highestCode(prefix: string): number {
    return Math.max(this.base.highestCode(prefix), this.codes.of(prefix));
  }

  put(node: TreeNode): void {
    this.codes.replace(this.items.get(node.id) ?? undefined, node);
    this.children.replace(this.get(node.id), node, () => this.items.set(node.id, node));
    this.references.add(node);
  }
  remove(ids: readonly ItemId[]): void {
    for (const id of ids) {
      const old = this.get(id);
      if (!old) continue;
      this.codes.replace(this.items.get(id) ?? undefined, undefined);
      this.children.drop(old, () => this.items.set(id, null));
      this.references.remove(old);
    }
  }
  setAudit(change: AuditChange): void {
    this.change = { ...this.change, ...change };
  }
  /** No-op: an audit's creation is never decided on top of an existing audit. */
  setInfo(): void {}
  setMember(user: UserId, member: TeamMemberState): void {
    this.staff = new Map(this.members ?? []).set(user, member);
    this.places = teamWith(this.team, user, member);
  }
  setProfile(change: Partial<AuditProfile>): void {
    this.facts = { ...this.facts, ...change };
  }
  setStretch(stretch: Stretch): void {
    this.planned = new Map(this.stretches).set(stretch.id, stretch);
  }
  setTimeRecord(id: TimeRecordId, record: TimeRecord | null): void {
    this.time ??= new Map(this.base.timeRecords ?? []);
    if (record) this.time.set(id, record);
    else this.time.delete(id);
  }
  setSlice(name: string, state: unknown): void {
    this.slices.set(name, state);
  }

  private *present(): Generator<TreeNode> {
    for (const node of this.items.values()) if (node) yield node;
  }
}
