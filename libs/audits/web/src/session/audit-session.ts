import type { Can, UserId } from '@cotejo/access-contracts';
import type {
  AuditIntent,
  ItemId,
  ItemStatus,
  ItemType,
  Rejection,
  TeamRole,
} from '@cotejo/audits-contracts';
import { batchOf, isReadOnly, type AuditModel, type AuditView } from '@cotejo/audits-domain';
import { intentKey, type RoomConnection, type TrayEntry } from '@cotejo/rooms/client';
import type { ActResult } from './act-result.ts';
import { BaseFollower } from './base-follower.ts';
import { EventListeners } from './event-listeners.ts';
import { createFrameSchedule, type ScheduleFrame } from './frame-schedule.ts';
import { labelOf } from './intent-label.ts';
import { modernPartsOf } from './intent-parts.ts';
import { topmostOf, type Inverse } from './inverse-of-events.ts';
import { OptimisticTree, type Events } from './optimistic-tree.ts';
import type { Notice, Touch } from './remote-changes.ts';
import type { RemoteSummary } from './remote-summary.ts';
import { inWhole, splitBatch } from './split-batch.ts';
import {
  intentsToAssign,
  intentsToChangeStatus,
  intentsToCopy,
  intentsToDelete,
  intentsToDuplicate,
  intentsToMove,
  intentsToPaste,
  intentsToRestore,
  type NewLine,
  type Place,
} from './tree-commands.ts';
import { isSameTree, type TreeSnapshot } from './tree-snapshot.ts';
import { changedSince, inversesOf, UndoHistory, type Undoable, type UndoStep } from './undo-history.ts';

export type { ActResult };

export interface AuditSessionOptions {
  readonly connection: RoomConnection;
  readonly model: AuditModel;
  readonly me: UserId;
  /** Rights of this person in the audit as it stands in the view. */
  readonly canIn: (view: AuditView) => Can;
  readonly team?: ReadonlyMap<UserId, TeamRole>;
  /** Default: at once, then at the browser's next frame. */
  readonly schedule?: ScheduleFrame;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

/** What a listener may follow. */
interface SessionEvents {
  tree: TreeSnapshot;
  touched: readonly Touch[];
  summary: RemoteSummary;
  notice: Notice;
  parts: number;
  undo: null;
}

/** What several intents become: what is sent, and the events that each of it comes to. */
type Decided = { readonly intent: AuditIntent; readonly events: Events };

/** Ids are the client's, so that what is made offline can already be named. */
const newItemId = (): ItemId => crypto.randomUUID() as ItemId;

/**
 * One person at one audit. Shows `base + pending`: what the server committed, and over it the person's
 * own intents, judged by the same rules. Acts show at once; whenever the base moves the pending ones are
 * judged again on it, at most once a frame.
 */
export class AuditSession {
  readonly connection: RoomConnection;
  readonly me: UserId;
  private readonly tree: OptimisticTree;
  private readonly history = new UndoHistory();
  private readonly listeners = new EventListeners<SessionEvents>();
  private readonly base: BaseFollower;
  private readonly stops: (() => void)[] = [];
  /** The base or the outbox changed since pending intents were last judged. */
  private isStale = true;
  private isActing = false;
  private cancelFrame: (() => void) | null = null;
  private readonly schedule: ScheduleFrame;
  private shown: TreeSnapshot;
  private rebaseCount = 0;
  private rights = 0;

  constructor(private readonly options: AuditSessionOptions) {
    const { connection, me } = options;
    this.connection = connection;
    this.me = me;
    this.tree = new OptimisticTree({ ...options, now: options.now ?? Date.now });
    this.schedule = options.schedule ?? createFrameSchedule();
    this.base = new BaseFollower(this.tree, connection, me, {
      onReplaced: () => this.becomeStale(),
      onNotice: (notice) => this.listeners.tell('notice', notice),
      onSummary: (summary) => this.listeners.tell('summary', summary),
    });
    if (options.team) this.tree.setTeam(options.team);
    this.base.follow(connection.base);
    this.tree.mirror.setVersion(connection.version);
    this.rebase();
    this.shown = this.tree.snapshot(0, this.rights);
    this.stops.push(
      connection.listen({
        onBase: (doc) => this.base.follow(doc),
        onVersion: (version) => {
          this.tree.mirror.setVersion(version);
          this.becomeStale();
        },
        onMode: () => this.rightsChanged(),
      }),
      connection.outbox.onChange(() => {
        if (!this.isActing) this.becomeStale();
      }),
      connection.outbox.onSettled((settled) => {
        this.becomeStale();
        for (const { entry, tray } of settled) {
          if (tray) this.history.forget(intentKey(entry));
          else this.base.committed(entry.intent);
        }
        this.listeners.tell('undo', null);
      }),
    );
  }

  get view(): AuditView {
    if (this.isStale) this.rebase();
    return this.tree.view;
  }
  get snapshot(): TreeSnapshot {
    return this.shown;
  }
  get baseVersion(): number {
    return this.tree.mirror.version;
  }
  get mode(): 'edit' | 'read' {
    return isReadOnly(this.tree.view) ? 'read' : this.connection.mode;
  }
  /** Rights as the view stands. */
  get can(): Can {
    return this.options.canIn(this.view);
  }
  get tray(): readonly TrayEntry[] {
    return this.connection.outbox.tray;
  }
  get pendingCount(): number {
    return this.connection.pendingCount;
  }
  /** Intents that would be lost with this browser's storage: nobody answered them yet. */
  get unsentCount(): number {
    return this.connection.outbox.unansweredCount;
  }
  /** All that only this browser has of the person's work: unsent and refused. */
  get localOnlyCount(): number {
    return this.unsentCount + this.tray.length;
  }
  get canUndo(): boolean {
    return this.history.canUndo;
  }
  get canRedo(): boolean {
    return this.history.canRedo;
  }
  /** Tells the step that `undo` would take back from others. */
  get lastStep(): object | null {
    return this.history.last;
  }
  /** How often pending intents were judged anew. */
  get rebases(): number {
    return this.rebaseCount;
  }

  /** Who is in the team, once it is known or changed. */
  setTeam(team: ReadonlyMap<UserId, TeamRole>): void {
    this.tree.setTeam(team);
    this.rightsChanged();
  }

  /** Would it be refused as things stand? Null when not. Changes nothing. */
  judge(intent: AuditIntent): Rejection | null {
    return this.judgeTogether([intent]);
  }

  /** Would these be refused as one? `params.part` then says which of them. */
  judgeTogether(intents: readonly AuditIntent[]): Rejection | null {
    return this.decideAll(intents).rejection;
  }

  /** Does what a person asked: it shows when this returns, and is on its way. */
  act(intent: AuditIntent): ActResult {
    return this.actTogether([intent]);
  }

  /**
   * One step to undo, judged here all or nothing. What is too much for one command (`splitBatch`) is sent in
   * parts: the server may refuse one and take the others.
   */
  actTogether(intents: readonly AuditIntent[]): ActResult {
    const step: Undoable[] = [];
    const result = this.perform(intents, step);
    this.history.add(step);
    this.listeners.tell('undo', null);
    return result;
  }

  /** Takes back this person's last step; null when there is none. A refusal says why it can't be. */
  undo(): ActResult | null {
    const step = this.history.takeUndo();
    return step ? this.takeBack(step, (inverse) => this.history.undid(inverse)) : null;
  }
  redo(): ActResult | null {
    const step = this.history.takeRedo();
    return step ? this.takeBack(step, (inverse) => this.history.redid(inverse)) : null;
  }

  /** One below the other, in the order in which they are shown. */
  moveItems(ids: readonly ItemId[], parent: ItemId | null, place: Place = {}): ActResult {
    return this.actTogether(intentsToMove(this.view, ids, parent, place));
  }
  /** `shared` answers where controls that other risks hold too are to go. */
  deleteItems(ids: readonly ItemId[], shared?: 'everywhere' | 'here'): ActResult {
    return this.actTogether(intentsToDelete(this.view, ids, shared));
  }
  restoreItems(ids: readonly ItemId[], withAncestors = false): ActResult {
    return this.actTogether(intentsToRestore(ids, withAncestors));
  }
  assignItems(ids: readonly ItemId[], assignee: UserId | null): ActResult {
    const intents = intentsToAssign(this.view, ids, assignee);
    const asked = ids.map((id) => ({ kind: 'assign_item', id, assignee }) as const);
    // Nothing of it can be given to anybody: the refusal of the first says why.
    return this.actTogether(intents.length > 0 ? intents : asked.slice(0, 1));
  }
  changeStatuses(ids: readonly ItemId[], to: ItemStatus): ActResult {
    return this.actTogether(intentsToChangeStatus(this.view, ids, to));
  }
  /** New items, a line each. */
  pasteLines(
    parent: ItemId | null,
    type: ItemType,
    lines: readonly (string | NewLine)[],
    place: Place = {},
  ): ActResult {
    return this.actTogether(intentsToPaste(parent, type, lines, place, newItemId));
  }
  /** Copies inside this audit; controls become references to themselves. */
  copyItems(ids: readonly ItemId[], parent: ItemId | null, place: Place = {}): ActResult {
    return this.actTogether(intentsToCopy(this.view, ids, parent, place, newItemId));
  }
  duplicateItems(sources: readonly { readonly id: ItemId; readonly name: string }[]): ActResult {
    return this.actTogether(intentsToDuplicate(this.view, sources, newItemId));
  }

  /** Tries refused work again on what is now; it leaves the tray when that goes well. */
  reapply(entry: TrayEntry): ActResult {
    return this.reapplyAll([entry]);
  }
  /** Judged all or nothing, like `actTogether`. */
  reapplyAll(entries: readonly TrayEntry[]): ActResult {
    const result = this.actTogether(entries.flatMap((entry) => modernPartsOf(this.options.model, entry)));
    if (result.ok) this.discardAll(entries);
    return result;
  }
  /** Takes refused work out of the tray for good. */
  discard(entry: TrayEntry): void {
    this.discardAll([entry]);
  }
  discardAll(entries: readonly TrayEntry[]): void {
    this.connection.outbox.discard(entries);
  }

  /** Tells the others where this person is. */
  setPresence(item: ItemId | null, field: string | null = null): void {
    this.connection.setPresence({ item, field });
  }

  onTree(listener: (snapshot: TreeSnapshot) => void): () => void {
    return this.listeners.on('tree', listener);
  }
  /** What others changed, for a soft highlight; not what the first load brings. */
  onTouched(listener: (touches: readonly Touch[]) => void): () => void {
    return this.listeners.on('touched', listener);
  }
  /** The same put together every few seconds, person by person, to be said in a sentence. */
  onRemoteSummary(listener: (summary: RemoteSummary) => void): () => void {
    return this.listeners.on('summary', listener);
  }
  onNotice(listener: (notice: Notice) => void): () => void {
    return this.listeners.on('notice', listener);
  }
  /** Told how many, right before something is done in parts. */
  onParts(listener: (parts: number) => void): () => void {
    return this.listeners.on('parts', listener);
  }
  onUndo(listener: () => void): () => void {
    return this.listeners.on('undo', listener);
  }

  /** Leaves the audit. Waits at most `drain` milliseconds for answers to what was sent. */
  async close(drain = 0): Promise<void> {
    this.cancelFrame?.();
    for (const stop of this.stops) stop();
    this.base.close();
    this.listeners.clear();
    await this.connection.close(drain);
  }

  private perform(intents: readonly AuditIntent[], step: Undoable[]): ActResult {
    const { rejection, decided } = this.decideAll(intents);
    if (rejection) return { ok: false, rejection };
    if (decided.length > 1) this.listeners.tell('parts', decided.length);
    const made = new Set<ItemId>();
    const laid: { readonly key: string; readonly inverses: () => Inverse[] }[] = [];
    let seq: number | null = null;
    for (const { intent, events } of decided) {
      if (events.length === 0) continue;
      const label = labelOf(this.tree.view, intent);
      const inverses = this.tree.lay(intent, events, made);
      this.isActing = true;
      const entry = this.connection.submit({ ...intent }, label);
      this.isActing = false;
      seq = entry.seq;
      laid.push({ key: intentKey(entry), inverses });
    }
    for (const { key, inverses } of laid) step.push({ key, inverses: inverses() });
    this.show();
    return { ok: true, seq, created: topmostOf(this.tree.view, made) };
  }

  /** As the rules say; and nothing from readers, or while there is no base to stand on. */
  private decideAll(intents: readonly AuditIntent[]): {
    readonly rejection: Rejection | null;
    readonly decided: readonly Decided[];
  } {
    const refused = (rejection: Rejection) => ({ rejection, decided: [] });
    if (this.isStale) this.rebase();
    if (this.baseVersion < 0) return refused({ code: 'room_unavailable' });
    const groups = splitBatch(intents);
    const asked = groups.map((group) => batchOf(this.options.model, group));
    const decided: Decided[] = [];
    let first = 0;
    for (const [at, decision] of this.tree.decideInTurn(asked).entries()) {
      const [intent, group] = [asked[at], groups[at]];
      if (!intent || !group) break;
      if (!decision.ok) return refused(inWhole(decision.rejection, first, intents.length));
      decided.push({ intent, events: decision.events });
      first += group.length;
    }
    const isBarred = this.connection.mode === 'read' && decided.some(({ events }) => events.length > 0);
    return isBarred ? refused({ code: 'forbidden' }) : { rejection: null, decided };
  }

  private takeBack(step: UndoStep, keep: (inverse: UndoStep) => void): ActResult {
    const redo: Undoable[] = [];
    const inverses = inversesOf(step);
    const result =
      changedSince(this.view, inverses) ??
      this.perform(
        inverses.map((one) => one.intent),
        redo,
      );
    keep(redo);
    this.listeners.tell('undo', null);
    return result;
  }

  private rightsChanged(): void {
    this.rights += 1;
    this.becomeStale();
  }

  private becomeStale(): void {
    this.isStale = true;
    this.cancelFrame ??= this.schedule(() => {
      this.cancelFrame = null;
      if (this.isStale) this.rebase();
      this.show();
    });
  }

  private rebase(): void {
    this.isStale = false;
    this.rebaseCount += 1;
    this.tree.rebase(this.connection.outbox.pending);
  }

  private show(): void {
    // The base is being fetched anew: what was shown before stays until it is there.
    if (this.baseVersion < 0 && this.shown.baseVersion >= 0) return;
    const next = this.tree.snapshot(this.shown.revision + 1, this.rights);
    const touches = this.base.takeTouches();
    if (!isSameTree(this.shown, next)) {
      this.shown = next;
      this.listeners.tell('tree', next);
    }
    if (touches.length > 0) this.listeners.tell('touched', touches);
  }
}
