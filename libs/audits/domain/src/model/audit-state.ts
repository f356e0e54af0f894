import type { AccountId, UserId } from '@cotejo/access-contracts';
import type {
  AuditId,
  AuditProfile,
  AuditSource,
  ItemId,
  RecordType,
  Stretch,
  TeamMemberState,
  TeamRole,
  TimeRecord,
  TimeRecordId,
} from '@cotejo/audits-contracts';
import { AuditTree } from './audit-tree.ts';
import type { AuditChange, AuditStateInfo, JsonValue, Slice, TreeNode, WritableAuditView } from './model.ts';
import { isMadeSince } from './tree.ts';

const UNBORN: AuditStateInfo = {
  audit: '' as AuditId,
  account: '' as AccountId,
  createdBy: '' as UserId,
  source: null,
  profile: {
    name: '',
    code: '',
    year: 0,
    recordType: 'audit_plan',
    frequency: 'scheduled',
    kind: 'standard',
    startDate: null,
    endDate: null,
    budgetedMinutes: 0,
    chargedMinutes: 0,
    leader: null,
  },
};

const NONE: readonly ItemId[] = [];

interface FrozenState {
  readonly info: AuditStateInfo | null;
  readonly audit: Required<AuditChange>;
  readonly members: readonly (readonly [UserId, TeamMemberState])[];
  readonly stretches: readonly Stretch[];
  readonly time: readonly (readonly [TimeRecordId, TimeRecord])[];
  readonly nodes: readonly TreeNode[];
  readonly slices: Readonly<Record<string, unknown>>;
}

/** Items that one event was about beside what it says. */
interface AtVersion {
  readonly version: number;
  readonly ids: readonly ItemId[];
}

/** A whole audit, folded from its events: what a room keeps hot and a snapshot freezes. */
export class AuditState extends AuditTree implements WritableAuditView, AuditStateInfo {
  readonly team = new Map<UserId, TeamRole>();
  readonly members = new Map<UserId, TeamMemberState>();
  readonly timeRecords = new Map<TimeRecordId, TimeRecord>();
  private info: AuditStateInfo | null = null;
  private removed: AtVersion = { version: -1, ids: NONE };
  private revealed: AtVersion = { version: -1, ids: NONE };

  /** Whether the audit was created. */
  get exists(): boolean {
    return this.info !== null;
  }
  get audit(): AuditId {
    return (this.info ?? UNBORN).audit;
  }
  get account(): AccountId {
    return (this.info ?? UNBORN).account;
  }
  get createdBy(): UserId {
    return (this.info ?? UNBORN).createdBy;
  }
  get profile(): AuditProfile {
    return (this.info ?? UNBORN).profile;
  }
  get source(): AuditSource | null {
    return (this.info ?? UNBORN).source;
  }
  get recordType(): RecordType {
    return this.profile.recordType;
  }

  /** Items that are neither deleted nor under something deleted. */
  get liveCount(): number {
    return this.liveUnder(null);
  }

  /**
   * Items that the event of the present version took out for good, by id; none of any other event. What an
   * event of purging does not say, and the tree document needs to know.
   */
  get removedNow(): readonly ItemId[] {
    return this.removed.version === this.version ? this.removed.ids : NONE;
  }

  /**
   * What the copy that ended with the event of the present version had made and what is left of it, by id;
   * none of any other event. Until then it was nobody's to see.
   */
  get revealedNow(): readonly ItemId[] {
    return this.revealed.version === this.version ? this.revealed.ids : NONE;
  }

  /** Whether a running copy made this item: it is shown when all of it is there. */
  isUnfinished(node: TreeNode): boolean {
    return this.hiddenSince !== null && isMadeSince(node, this.hiddenSince);
  }

  override setAudit(change: AuditChange): void {
    const since = this.hiddenSince;
    if (since !== null && change.hiddenSince === null) {
      const ids = [...this.items.values()].filter((node) => isMadeSince(node, since)).map(({ id }) => id);
      this.revealed = { version: this.version + 1, ids: ids.sort() };
    }
    super.setAudit(change);
  }

  override remove(ids: readonly ItemId[]): void {
    super.remove(ids);
    // Before the version moves on with the end of the event.
    this.removed = { version: this.version + 1, ids: ids.toSorted() };
  }

  setInfo(info: AuditStateInfo): void {
    this.info = info;
  }
  setMember(user: UserId, member: TeamMemberState): void {
    this.members.set(user, member);
    if (member.isActive) this.team.set(user, member.role);
    else this.team.delete(user);
  }
  setProfile(change: Partial<AuditProfile>): void {
    if (this.info) this.info = { ...this.info, profile: { ...this.info.profile, ...change } };
  }

  setTimeRecord(id: TimeRecordId, record: TimeRecord | null): void {
    if (record) this.timeRecords.set(id, record);
    else this.timeRecords.delete(id);
  }

  /**
   * The same audit, to be folded on by itself. Nodes and the states of slices are shared: they are replaced, never
   * changed. O(items), without looking at any of them.
   */
  copy(): AuditState {
    const copy = new AuditState();
    copy.info = this.info;
    copy.setAudit(this.ownFacts);
    copy.removed = this.removed;
    copy.revealed = this.revealed;
    for (const [user, role] of this.team) copy.team.set(user, role);
    for (const [user, member] of this.members) copy.members.set(user, member);
    for (const stretch of this.stretches.values()) copy.setStretch(stretch);
    for (const [id, record] of this.timeRecords) copy.timeRecords.set(id, record);
    for (const [id, node] of this.items) copy.items.set(id, node);
    for (const [name, state] of this.slices) copy.slices.set(name, state);
    copy.children.beginAs(this.children);
    copy.references.beginAs(this.references);
    copy.codes.beginAs(this.codes);
    return copy;
  }

  private get ownFacts(): Required<AuditChange> {
    const { version, status, closedOn, lastClosedOn, removal, conclusion, year, before } = this;
    const { operation, operationSince, hiddenSince, lastCompaction } = this;
    return {
      version,
      status,
      closedOn,
      lastClosedOn,
      removal,
      conclusion,
      year,
      before,
      operation,
      operationSince,
      hiddenSince,
      lastCompaction,
    };
  }

  private liveUnder(parent: ItemId | null): number {
    let count = 0;
    for (const id of this.children.of(parent))
      if (this.items.get(id)?.deleted === null) count += 1 + this.liveUnder(id);
    return count;
  }

  /** Plain JSON for a snapshot (nodes are shared, and never changed). `slices` are the model's: a state of one that is missing throws. */
  freeze(slices: readonly Slice[] = []): JsonValue {
    const frozen: FrozenState = {
      info: this.info,
      audit: this.ownFacts,
      members: [...this.members],
      stretches: [...this.stretches.values()],
      time: [...this.timeRecords],
      nodes: [...this.items.values()],
      slices: Object.fromEntries(
        [...this.slices].map(([name, state]) => [name, sliceNamed(slices, name).freeze(state)]),
      ),
    };
    return frozen as unknown as JsonValue;
  }

  /** Back from `freeze`, of the same state version (the caller compares it). */
  static thaw(json: JsonValue, slices: readonly Slice[] = []): AuditState {
    const frozen = json as unknown as FrozenState;
    const state = new AuditState();
    state.info = frozen.info;
    state.setAudit(frozen.audit);
    for (const [user, member] of frozen.members) state.setMember(user, member);
    for (const stretch of frozen.stretches) state.setStretch(stretch);
    for (const [id, record] of frozen.time) state.setTimeRecord(id, record);
    state.putAll(frozen.nodes);
    for (const [name, part] of Object.entries(frozen.slices))
      state.slices.set(name, sliceNamed(slices, name).thaw(part));
    return state;
  }
}

function sliceNamed(slices: readonly Slice[], name: string): Slice {
  const slice = slices.find((each) => each.name === name);
  if (!slice) throw new Error(`no slice registered for the state of "${name}"`);
  return slice;
}
