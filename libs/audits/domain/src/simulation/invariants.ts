import { actionPlanIdOf, type ItemId, type StoredAuditEvent } from '@cotejo/audits-contracts';
import { AuditState } from '../audit-state.ts';
import { isReadOnly } from '../gate.ts';
import type { AuditModel, AuditView, TreeNode } from '../model.ts';
import { recordOf } from '../project.ts';
import { mayStandUnder } from '../structure.ts';
import { alive } from '../tree.ts';
import { allNodes } from './choose-intent.ts';
import type { JournalEntry, SimulatedStore } from './simulated-store.ts';

export function holds(condition: boolean, invariant: string): void {
  if (!condition) throw new Error(`INVARIANT ${invariant}`);
}

/** All that a client can see of an audit, as one string: equal strings, equal audits. */
export function canonical(view: AuditView): string {
  const lines: unknown[] = [[view.status, view.closedOn, view.operation]];
  const walk = (parent: ItemId | null, depth: number): void => {
    holds(depth < 100, 'no cycle');
    for (const id of view.childrenOf(parent)) {
      const node = view.get(id);
      lines.push([depth, id, node && recordOf(node)]);
      walk(id, depth + 1);
    }
  };
  walk(null, 0);
  return JSON.stringify(lines);
}

/** Every tree that ever was: no cycle, no dangling parent, legal types, unique positions in order. */
function checkTree(state: AuditState): void {
  const { recordType } = state;
  const nodes = [...state.nodes()];
  for (const node of nodes) {
    let at: TreeNode = node;
    for (let steps = 0; at.place[0] !== null; steps++) {
      holds(steps <= nodes.length, 'no cycle');
      const parent = state.get(at.place[0]);
      holds(parent !== undefined, 'no dangling parent');
      at = parent as TreeNode;
    }
    const parentType = node.place[0] === null ? null : (state.get(node.place[0])?.type ?? null);
    holds(mayStandUnder(recordType, parentType, node.type), 'legal child types');
    if (node.type === 'finding') {
      const plan = state.get(actionPlanIdOf(node.id));
      holds((node.treatment === 'action_plan') === (plan?.deleted === null), 'a treatment has its plan');
    }
  }
  for (const parent of [null, ...nodes.map(({ id }) => id)]) {
    const positions = state.childrenOf(parent).map((id) => state.get(id)?.place[1] ?? '');
    holds(
      positions.every((position, index) => index === 0 || (positions[index - 1] as string) < position),
      'unique positions in order',
    );
  }
}

/** Follows the store event by event, beside the cluster, and checks each commit as it happens. */
export class History {
  readonly state = new AuditState();
  /** What the audit looked like at each version. */
  readonly seen: string[] = [];
  private readonly preparers = new Map<string, string>();
  private readonly checkedJournal = new Set<string>();

  constructor(
    private readonly model: AuditModel,
    private readonly store: SimulatedStore,
  ) {}

  advance(): void {
    while (this.state.version < this.store.head) this.fold(this.state.version + 1);
    for (const [key, entry] of this.store.journal) {
      if (this.checkedJournal.has(key)) continue;
      this.checkedJournal.add(key);
      holds(entry.events.length > 0 || entry.judgedAt === entry.head, 'no refusal is judged on a stale head');
    }
  }

  /** The base of a client is what the server once showed to everybody. */
  checkPrefix(view: AuditView): void {
    if (view.version >= 0)
      holds(canonical(view) === this.seen[view.version], 'a base is a prefix of the history');
  }

  private fold(version: number): void {
    const event = this.store.events[version] as StoredAuditEvent;
    const commit = this.store.commits[version] ?? null;
    if (commit) this.checkBefore(event, commit);
    this.checkReview(event);
    this.model.evolve(this.state, event);
    const rest = this.store.commits[version + 1];
    // A commit of several events is one step: in between the tree may be on its way.
    if (commit === null || rest !== commit) checkTree(this.state);
    if (commit) this.checkAnchors(event, commit);
    this.seen.push(canonical(this.state));
  }

  private checkBefore(event: StoredAuditEvent, commit: JournalEntry): void {
    const { envelope, user } = commit.submission;
    holds(commit.role !== 'guest', 'nothing comes from guests');
    holds(!isReadOnly(this.state), 'a closed audit stays as it is');
    const { operation } = this.state;
    if (operation !== null)
      holds((envelope.operation ?? envelope.intent['operation']) === operation, 'an operation is alone');
    const parent = event.data['parent'] as ItemId | null | undefined;
    if (parent !== undefined) holds(alive(this.state, parent), 'nothing comes to be under what is deleted');
    if (event.type === 'TreeItemDeleted' && envelope.intent.kind === 'delete_item')
      holds(!this.hidesUnseen(event, user, envelope.base), 'no unseen work is deleted');
  }

  /** Told from the events themselves, not from what the items remember of them. */
  private hidesUnseen(deletion: StoredAuditEvent, user: string, base: number): boolean {
    const going = new Set<unknown>(
      allNodes(this.state)
        .filter(({ id }) => alive(this.state, id) && this.isUnder(id, deletion.data['id']))
        .map(({ id }) => id),
    );
    return this.store.events
      .slice(base + 1, deletion.version)
      .some((event) => event.actor !== user && going.has(event.data['id']));
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

  private checkAnchors(event: StoredAuditEvent, { submission }: JournalEntry): void {
    const { intent } = submission.envelope;
    if (event.type !== 'TreeItemMoved' && (event.type !== 'TreeItemCreated' || event.data['derived'])) return;
    const siblings = this.state.childrenOf(event.data['parent'] as ItemId | null);
    const index = siblings.indexOf(event.data['id'] as ItemId);
    const { after } = intent;
    if (after === null) holds(index === 0, 'first means first');
    else if (siblings.includes(after as ItemId) && after !== event.data['id'])
      holds(siblings[index - 1] === after, 'an item comes after its anchor');
  }
}
