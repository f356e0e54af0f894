import type { ItemId, StoredAuditEvent } from '@cotejo/audits-contracts';
import type { UserId } from '@cotejo/access-contracts';
import { AuditState } from '../model/audit-state.ts';
import { isReadOnly } from '../model/gate.ts';
import { lockOf, type ItemAction } from '../items/item-locks.ts';
import type { AuditModel } from '../model/model.ts';
import { alive } from '../model/tree.ts';
import { holds, shownState, wholeState } from './canonical.ts';
import { checkOf, type Commit } from './check-commit.ts';
import { MarksWatch } from './check-marks.ts';
import { checkTree } from './check-tree.ts';
import { allNodes } from './choose-intent.ts';
import { marksOf } from './marks-slice.ts';
import type { Intent } from './simulated-client.ts';
import type { JournalEntry, SimulatedStore } from './simulated-store.ts';

/** What a closed audit may still hear. */
const WHILE_CLOSED: ReadonlySet<string> = new Set([
  'AuditStatusChanged',
  'TeamMemberAdded',
  'TeamMemberChanged',
]);

/** Events allowed on the findings of a closed audit, for follow-up. */
const FOLLOW_UP: ReadonlySet<string> = new Set([
  'ItemStatusChanged',
  'ItemSigned',
  'SignaturesVoided',
  'TreeItemAssigned',
  'PlanTreatmentChosen',
]);
const FOUND: ReadonlySet<unknown> = new Set(['finding', 'action_plan', 'evaluation']);

/** Events allowed on a deleted item. */
const TO_DELETED: ReadonlySet<string> = new Set(['TreeItemRestored', 'TreeItemPurged']);

/** Intents that an item's type or state may rule out, by kind: the action, and the event that it causes. */
const LOCKABLE: Readonly<Record<string, readonly [action: ItemAction, event: string]>> = {
  rename_item: ['rename', 'TreeItemRenamed'],
  recode_item: ['recode', 'TreeItemRecoded'],
  assign_item: ['assign', 'TreeItemAssigned'],
  schedule_item: ['schedule', 'TreeItemScheduled'],
  allot_item: ['assign', 'TreeItemAllotted'],
  describe_risk: ['describe', 'RiskDescribed'],
  set_values: ['fill', 'ItemValuesSet'],
  delete_item: ['delete', 'TreeItemDeleted'],
};

/** Events on findings of an ICCE audit that only ICCE members may cause. */
const OF_ICCE: ReadonlySet<string> = new Set([
  'TreeItemCreated',
  'TreeItemRenamed',
  'TreeItemRecoded',
  'TreeItemMoved',
  'TreeItemDeleted',
  'TreeItemRestored',
  'TreeItemAssigned',
  'TreeItemScheduled',
  'FindingTreatmentChosen',
  'ItemStatusChanged',
  'ItemValuesSet',
  'ItemSigned',
  'SignaturesVoided',
]);

/** The parts of a batch, or the intent itself. */
function partsOf(intent: Intent): readonly Intent[] {
  const { parts } = intent as { parts?: readonly { readonly intent: Intent }[] };
  return intent.kind === 'batch' && parts ? parts.map((part) => part.intent) : [intent];
}

/** Folds the store's events beside the cluster and checks each commit. */
export class History {
  state = new AuditState();
  /** The whole state, and its visible part, at each version. */
  seen: string[] = [];
  shown: string[] = [];
  private readonly marks: string[] = [];
  private events: StoredAuditEvent[] = [];
  private signing = new MarksWatch();
  private readonly existed = new Set<unknown>();
  private readonly checkedJournal = new Set<JournalEntry>();

  constructor(
    private readonly model: AuditModel,
    private readonly store: SimulatedStore,
  ) {}

  advance(): void {
    while (this.state.version < this.store.head) this.follow(this.state.version + 1);
    for (const entry of this.store.journal.values()) {
      if (this.checkedJournal.has(entry)) continue;
      this.checkedJournal.add(entry);
      holds(entry.events.length > 0 || entry.judgedAt === entry.head, 'no refusal is judged on a stale head');
    }
  }

  /** The store was restored: events after the backup are dropped. */
  rewind(): void {
    this.state = new AuditState();
    this.events = [];
    this.signing = new MarksWatch();
    this.existed.clear();
    // Earlier bases are still compared with the earlier history (`Lines` keeps it).
    this.seen = [];
    this.shown = [];
    this.marks.length = 0;
    this.advance();
  }

  /** A node's state equals the folded log, slices included. */
  checkState(state: AuditState): void {
    const { version } = state;
    holds(wholeState(state) === this.seen[version], 'a node is where the history was');
    holds(marksOf(state) === this.marks[version], 'a node passes nothing over');
  }

  private follow(version: number): void {
    const entry = this.store.commits[version] ?? null;
    holds(this.store.events[version]?.isReadable === true, 'nothing is written that some node cannot read');
    let end = version + 1;
    while (entry !== null && end <= this.store.head && this.store.commits[end] === entry) end++;
    const events = this.store.events.slice(version, end).map((kept) => this.model.events.read(kept));
    if (!entry) {
      for (const event of events) this.fold(event, null);
      return;
    }
    const commit: Commit = { entry, events };
    const check = checkOf(entry.submission.envelope.intent.kind, this.model);
    const checkAfter = check?.(this.state, commit, this.events);
    const checkVoided = this.signing.checkVoided(this.state, events);
    for (const event of events) this.fold(event, entry);
    // A commit of several events is atomic: the tree may be invalid between its events.
    checkTree(this.state, this.existed);
    checkAfter?.();
    checkVoided();
    this.checkAnchors(commit);
  }

  private fold(event: StoredAuditEvent, entry: JournalEntry | null): void {
    holds(!isReadOnly(this.state) || this.goesOn(event), 'a closed audit stays as it is');
    if (entry) this.checkBefore(event, entry);
    this.checkItem(event);
    this.signing.beforeFold(event);
    this.checkIcce(event);
    this.model.evolve(this.state, event);
    this.signing.afterFold(this.state, event);
    if (event.type === 'TreeItemCreated') this.existed.add(event.data['id']);
    if (entry === null) checkTree(this.state, this.existed);
    this.events.push(event);
    this.seen.push(wholeState(this.state));
    this.shown.push(shownState(this.state));
    this.marks.push(marksOf(this.state));
  }

  private checkBefore(event: StoredAuditEvent, { role, submission }: JournalEntry): void {
    const { envelope, user } = submission;
    holds(role !== 'guest', 'nothing comes from guests');
    const { operation } = this.state;
    if (operation !== null)
      holds((envelope.operation ?? envelope.intent['operation']) === operation, 'an operation is alone');
    const parent = event.data['parent'] as ItemId | null | undefined;
    if (parent !== undefined) holds(alive(this.state, parent), 'nothing comes to be under what is deleted');
    // A reference replaced by its original loses no work.
    const { kind, id, shared } = envelope.intent;
    const isShared = shared === 'everywhere' && this.state.get(id as ItemId)?.type === 'control';
    if (event.type === 'TreeItemDeleted' && kind === 'delete_item' && (event.data['id'] === id || isShared))
      holds(!this.hidesUnseen(event, user, envelope.base), 'no unseen work is deleted');
    if (event.type === 'TreeItemCreated') holds(!this.existed.has(event.data['id']), 'an id is given once');
    for (const part of partsOf(envelope.intent))
      if (part['id'] === event.data['id']) this.checkAsked(event, part, user, envelope.base);
  }

  /** Checks an event against the part of the intent that names the same item. */
  private checkAsked(event: StoredAuditEvent, asked: Intent, user: string, base: number): void {
    const { type, data, version } = event;
    const node = this.state.get(asked['id'] as ItemId);
    const past = this.events.slice(base + 1, version).filter((one) => one.data['id'] === data['id']);
    const [action, lockable] = LOCKABLE[asked.kind] ?? [];
    if (node && action && lockable === type)
      holds(
        lockOf(this.state, node, action) === null,
        'nothing is done that the nature of an item rules out',
      );
    const isMarked =
      type === 'ItemStatusChanged' && (data['to'] === 'completed' || data['to'] === 'reviewed');
    if (
      (asked.kind === 'change_status' && isMarked && data['to'] === asked['to']) ||
      (asked.kind === 'sign_item' && type === 'ItemSigned')
    ) {
      const byOthers = past.some((one) => one.actor !== user && one.type !== 'ItemMarked');
      holds(!byOthers, 'nobody signs what they have not seen');
    }
    if (asked.kind === 'set_values' && type === 'ItemValuesSet') {
      const values = asked['values'] as Record<string, unknown>;
      const isAsked = ([key, value]: [string, unknown]) => values[key] === value;
      holds(Object.entries(data['values'] as object).every(isAsked), 'values are set as somebody asked');
      this.checkOverwriting(event, past, user);
    }
    if (asked.kind === 'rename_item' && type === 'TreeItemRenamed') {
      const last = past.findLast((one) => one.type === 'TreeItemRenamed');
      if (last && last.actor !== user)
        holds(data['overwrote'] === last.version, 'a rename that overwrites says so');
    }
  }

  /** Checks an event against the present state of its item, independently of its author. */
  private checkItem({ type, data }: StoredAuditEvent): void {
    const node = this.state.get(data['id'] as ItemId);
    if (!node || type === 'ItemMarked') return;
    // Derived items keep their finding's name, also in the trash.
    const isCarried = node.derived && type === 'TreeItemRenamed';
    holds(
      alive(this.state, node.id) || TO_DELETED.has(type) || isCarried,
      'nothing changes what is deleted but restoring and purging it',
    );
    if (type === 'ItemStatusChanged')
      holds(node.status === data['from'], 'a status changes from the one that its event names');
  }

  /** Whether a closed audit admits this event: follow-up of findings, and items derived from it. */
  private goesOn({ type, data }: StoredAuditEvent): boolean {
    if (WHILE_CLOSED.has(type)) return true;
    if (type === 'TreeItemCreated') return data['itemType'] === 'evaluation';
    const node = this.state.get(data['id'] as ItemId);
    if (type === 'TreeItemRestored') return node?.type === 'evaluation';
    if (type === 'ItemValuesSet') return node?.type === 'action_plan' || node?.type === 'evaluation';
    return FOLLOW_UP.has(type) && FOUND.has(node?.type);
  }

  /** Computed from the events, independently of the items' folded state. */
  private hidesUnseen(deletion: StoredAuditEvent, user: string, base: number): boolean {
    const going = new Set<unknown>(
      allNodes(this.state)
        .filter(({ id }) => alive(this.state, id) && this.isUnder(id, deletion.data['id']))
        .map(({ id }) => id),
    );
    return (
      this.events
        .slice(base + 1, deletion.version)
        // Events of slices do not change the item itself.
        .some(({ actor, type, data }) => actor !== user && going.has(data['id']) && type !== 'ItemMarked')
    );
  }

  private isUnder(id: ItemId, above: unknown): boolean {
    for (let at: ItemId | null = id; at !== null; at = this.state.get(at)?.place[0] ?? null)
      if (at === above) return true;
    return false;
  }

  private checkOverwriting(
    { data }: StoredAuditEvent,
    past: readonly StoredAuditEvent[],
    user: string,
  ): void {
    const overwrote = data['overwrote'] as Record<string, number>;
    for (const key of Object.keys(data['values'] as object)) {
      const last = past.findLast(
        (one) => one.type === 'ItemValuesSet' && Object.hasOwn(one.data['values'] as object, key),
      );
      if (last && last.actor !== user)
        holds(overwrote[key] === last.version, 'a value that overwrites says so');
    }
  }

  /** Only ICCE members may change findings of an ICCE audit. */
  private checkIcce({ type, data, actor }: StoredAuditEvent): void {
    if (this.state.recordType !== 'icce' || !OF_ICCE.has(type)) return;
    const node = this.state.get(data['id'] as ItemId);
    const isFinding = data['itemType'] === 'finding' || node?.type === 'finding';
    if (isFinding)
      holds(this.state.team.get(actor as UserId) === 'icce', 'ICCE findings are of ICCE members');
  }

  private checkAnchors({ entry, events }: Commit): void {
    const { intent } = entry.submission.envelope;
    if (!['create_item', 'move_item', 'copy_item'].includes(intent.kind) || events.length === 0) return;
    const id = intent['id'] as ItemId;
    const placed = events.find((event) => event.data['id'] === id && event.data['parent'] !== undefined);
    if (!placed) return;
    const siblings = this.state.childrenOf(placed.data['parent'] as ItemId | null);
    const index = siblings.indexOf(id);
    const { after, before } = intent;
    if (siblings.includes(after as ItemId) && after !== id)
      holds(siblings[index - 1] === after, 'an item comes after its anchor');
    else if (siblings.includes(before as ItemId) && before !== id)
      holds(siblings[index + 1] === before, 'an item comes before its anchor');
    else if (after === null) holds(index === 0, 'first means first');
  }
}
