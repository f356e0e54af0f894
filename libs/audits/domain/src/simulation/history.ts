import type { ItemId, StoredAuditEvent } from '@cotejo/audits-contracts';
import type { UserId } from '@cotejo/access-contracts';
import { AuditState } from '../audit-state.ts';
import { isReadOnly } from '../gate.ts';
import type { AuditModel } from '../model.ts';
import { alive } from '../tree.ts';
import { holds, shownState, wholeState } from './canonical.ts';
import { checkOf, type Commit } from './check-commit.ts';
import { checkTree } from './check-tree.ts';
import { allNodes } from './choose-intent.ts';
import { marksOf } from './marks-slice.ts';
import type { JournalEntry, SimulatedStore } from './simulated-store.ts';

/** What a closed audit may still hear. */
const WHILE_CLOSED: ReadonlySet<string> = new Set(['AuditStatusChanged', 'TeamMemberAdded']);

/** What nobody but an ICCE member does to a finding of an ICCE audit. */
const OF_ICCE: ReadonlySet<string> = new Set([
  'TreeItemCreated',
  'TreeItemRenamed',
  'TreeItemRecoded',
  'TreeItemMoved',
  'TreeItemDeleted',
  'TreeItemRestored',
  'ItemStatusChanged',
]);

/** Follows the store event by event, beside the cluster, and checks each commit as it happens. */
export class History {
  state = new AuditState();
  /** What the audit looked like at each version, and what of it people saw. */
  seen: string[] = [];
  shown: string[] = [];
  private readonly marks: string[] = [];
  private events: StoredAuditEvent[] = [];
  private preparers = new Map<string, string>();
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

  /** The store was restored: what came after the backup never was. */
  rewind(): void {
    this.state = new AuditState();
    this.events = [];
    this.preparers = new Map();
    this.existed.clear();
    // Those who hold what is gone are measured by what it was.
    this.seen = [];
    this.shown = [];
    this.marks.length = 0;
    this.advance();
  }

  /** A node's state is what the log says, slices and all. */
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
    for (const event of events) this.fold(event, entry);
    // A commit of several events is one step: in between the tree may be on its way.
    checkTree(this.state, this.existed);
    checkAfter?.();
    this.checkAnchors(commit);
  }

  private fold(event: StoredAuditEvent, entry: JournalEntry | null): void {
    holds(!isReadOnly(this.state) || WHILE_CLOSED.has(event.type), 'a closed audit stays as it is');
    if (entry) this.checkBefore(event, entry);
    this.checkReview(event);
    this.checkIcce(event);
    this.model.evolve(this.state, event);
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
    // A reference whose original takes its place is no work lost.
    const { kind, id, shared } = envelope.intent;
    const isShared = shared === 'everywhere' && this.state.get(id as ItemId)?.type === 'control';
    if (event.type === 'TreeItemDeleted' && kind === 'delete_item' && (event.data['id'] === id || isShared))
      holds(!this.hidesUnseen(event, user, envelope.base), 'no unseen work is deleted');
    if (event.type === 'TreeItemCreated') holds(!this.existed.has(event.data['id']), 'an id is given once');
  }

  /** Told from the events themselves, not from what the items remember of them. */
  private hidesUnseen(deletion: StoredAuditEvent, user: string, base: number): boolean {
    const going = new Set<unknown>(
      allNodes(this.state)
        .filter(({ id }) => alive(this.state, id) && this.isUnder(id, deletion.data['id']))
        .map(({ id }) => id),
    );
    return (
      this.events
        .slice(base + 1, deletion.version)
        // What slices keep is beside the tree: the record knows nothing of it.
        .some(({ actor, type, data }) => actor !== user && going.has(data['id']) && type !== 'ItemMarked')
    );
  }

  private isUnder(id: ItemId, above: unknown): boolean {
    for (let at: ItemId | null = id; at !== null; at = this.state.get(at)?.place[0] ?? null)
      if (at === above) return true;
    return false;
  }

  private checkReview(event: StoredAuditEvent): void {
    if (event.type !== 'ItemStatusChanged') return;
    const { id, from, to } = event.data as { id: string; from: string; to: string };
    if (to === 'completed' && from !== 'review_note') this.preparers.set(id, event.actor);
    else if (to === 'in_progress' || to === 'not_discussed') this.preparers.delete(id);
    else if (to === 'reviewed')
      holds(this.preparers.get(id) !== event.actor, 'nobody reviews what they completed');
  }

  /** Findings of an ICCE audit are its ICCE members' alone. */
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
