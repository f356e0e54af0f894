import type { Can, UserId } from '@cotejo/access-contracts';
import type { IntentEnvelope, ItemId, KernelIntent, Rejection, TeamRole } from '@cotejo/audits-contracts';
import {
  AuditMirror,
  AuditOverlay,
  type AuditModel,
  type AuditView,
  type Decision,
} from '@cotejo/audits-domain';
import { intentKey, type PendingIntent, type RoomConnection, type TrayEntry } from '@cotejo/rooms/client';
import type * as Y from 'yjs';
import { EventListeners } from './event-listeners.ts';
import { followDocument } from './follow-document.ts';
import { createFrameSchedule, type ScheduleFrame } from './frame-schedule.ts';
import { labelOf } from './intent-label.ts';
import { inverseOf } from './inverse-intent.ts';
import { OverwriteWatch, touchOf, type Notice, type Touch } from './remote-changes.ts';
import { TreeRows } from './tree-rows.ts';
import type { TreeSnapshot } from './tree-snapshot.ts';
import { inversesOf, UndoHistory, type Undoable, type UndoStep } from './undo-history.ts';

export type ActResult =
  /** `seq` is null when there was nothing to change. */
  { readonly ok: true; readonly seq: number | null } | { readonly ok: false; readonly rejection: Rejection };

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
  notice: Notice;
  undo: null;
}

/**
 * One person at one audit. Shows `base + pending`: what the server committed, and over it the person's
 * own intents, judged by the same rules. Acts show at once; whenever the base moves the pending ones are
 * judged again on it, at most once a frame.
 */
export class AuditSession {
  readonly connection: RoomConnection;
  readonly me: UserId;
  private readonly mirror = new AuditMirror();
  private readonly overlay = new AuditOverlay(this.mirror);
  private readonly rows = new TreeRows(this.overlay);
  private readonly history = new UndoHistory();
  private readonly overwrites = new OverwriteWatch();
  private readonly listeners = new EventListeners<SessionEvents>();
  private readonly stops: (() => void)[] = [];
  private unfollow: () => void = () => undefined;
  /** The base or the outbox changed since pending intents were last judged. */
  private isStale = true;
  private isActing = false;
  private cancelFrame: (() => void) | null = null;
  private readonly schedule: ScheduleFrame;
  private touches: Touch[] = [];
  private shown: TreeSnapshot;
  private rebaseCount = 0;
  private rights = 0;

  constructor(private readonly options: AuditSessionOptions) {
    const { connection } = options;
    this.connection = connection;
    this.me = options.me;
    this.schedule = options.schedule ?? createFrameSchedule();
    if (options.team) this.mirror.setTeam(options.team);
    this.follow(connection.base);
    this.mirror.setVersion(connection.version);
    this.rebase();
    this.shown = this.takeSnapshot(0);
    this.stops.push(
      connection.listen({
        onBase: (doc) => this.follow(doc),
        onVersion: (version) => {
          this.mirror.setVersion(version);
          this.becomeStale();
        },
        onMode: () => this.rightsChanged(),
      }),
      connection.outbox.onChange(() => {
        if (!this.isActing) this.becomeStale();
      }),
      connection.outbox.onSettled((settled) => {
        for (const { entry, tray } of settled) this.onSettled(entry, tray);
      }),
    );
  }

  /** Base and pending together, never behind either. */
  get view(): AuditView {
    this.rebaseIfStale();
    return this.overlay;
  }
  get snapshot(): TreeSnapshot {
    return this.shown;
  }
  get baseVersion(): number {
    return this.mirror.version;
  }
  get mode(): 'edit' | 'read' {
    return this.connection.mode;
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
  get canUndo(): boolean {
    return this.history.canUndo;
  }
  get canRedo(): boolean {
    return this.history.canRedo;
  }
  /** How often pending intents were judged anew. */
  get rebases(): number {
    return this.rebaseCount;
  }

  /** Who is in the team, once it is known or changed. */
  setTeam(team: ReadonlyMap<UserId, TeamRole>): void {
    this.mirror.setTeam(team);
    this.rightsChanged();
  }

  /** Would it be refused as things stand? Null when not. Changes nothing. */
  judge(intent: KernelIntent): Rejection | null {
    const decision = this.decideNow(this.view, intent);
    return decision.ok ? null : decision.rejection;
  }

  /** Does what a person asked: it shows when this returns, and is on its way. */
  act(intent: KernelIntent): ActResult {
    return this.actTogether([intent]);
  }

  /** Several intents as one command: one step to undo. Stops at the first one that is refused. */
  actTogether(intents: readonly KernelIntent[]): ActResult {
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

  /** Tries refused work again on what is now; it leaves the tray when that goes well. */
  reapply(entry: TrayEntry): ActResult {
    const result = this.act(entry.intent as unknown as KernelIntent);
    if (result.ok) this.discard(entry);
    return result;
  }

  discard(entry: TrayEntry): void {
    this.connection.outbox.discard(entry);
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
  onNotice(listener: (notice: Notice) => void): () => void {
    return this.listeners.on('notice', listener);
  }
  onUndo(listener: () => void): () => void {
    return this.listeners.on('undo', listener);
  }

  /** Leaves the audit. Waits at most `drain` milliseconds for answers to what was sent. */
  async close(drain = 0): Promise<void> {
    this.cancelFrame?.();
    for (const stop of this.stops) stop();
    this.unfollow();
    this.listeners.clear();
    await this.connection.close(drain);
  }

  private perform(intents: readonly KernelIntent[], step: Undoable[]): ActResult {
    let seq: number | null = null;
    let rejection: Rejection | null = null;
    for (const intent of intents) {
      const view = this.view;
      const decision = this.decideNow(view, intent);
      if (!decision.ok) {
        rejection = decision.rejection;
        break;
      }
      if (decision.events.length === 0) continue;
      const label = labelOf(view, intent);
      const inverse = inverseOf(view, intent);
      this.rows.touch(this.lay(decision.events));
      this.isActing = true;
      const entry = this.connection.submit({ ...intent }, label);
      this.isActing = false;
      seq = entry.seq;
      if (inverse) step.push({ key: intentKey(entry), inverse: inverse(this.overlay) });
    }
    this.show();
    return rejection ? { ok: false, rejection } : { ok: true, seq };
  }

  private takeBack(step: UndoStep, keep: (inverse: UndoStep) => void): ActResult {
    const redo: Undoable[] = [];
    let result: ActResult = { ok: true, seq: null };
    for (const inverse of inversesOf(step)) {
      result = inverse.isStillMine(this.view)
        ? this.perform([inverse.intent], redo)
        : { ok: false, rejection: this.changedSince(inverse.intent) };
      if (!result.ok) break;
    }
    keep(redo);
    this.listeners.tell('undo', null);
    return result;
  }

  private changedSince(intent: KernelIntent): Rejection {
    const by = 'id' in intent ? this.view.get(intent.id)?.changedBy : undefined;
    return by === undefined ? { code: 'changed_since' } : { code: 'changed_since', params: { by } };
  }

  /** As the rules say; and nothing from readers, or while there is no base to stand on. */
  private decideNow(view: AuditView, intent: KernelIntent): Decision {
    if (this.mirror.version < 0) return { ok: false, rejection: { code: 'room_unavailable' } };
    const decision = this.decide(view, { intent: { ...intent }, base: this.baseVersion });
    if (decision.ok && this.mode === 'read') return { ok: false, rejection: { code: 'forbidden' } };
    return decision;
  }

  private decide(view: AuditView, envelope: IntentEnvelope): Decision {
    return this.options.model.decide(view, envelope, {
      now: this.moment(),
      actor: this.me,
      can: this.options.canIn(view),
      mode: 'optimistic',
    });
  }

  /** Folds events over the base as if they were its next version; answers with the items they change. */
  private lay(events: readonly { type: string; data: { readonly [field: string]: unknown } }[]): ItemId[] {
    const at = this.moment();
    const version = this.mirror.version + 1;
    const changed: ItemId[] = [];
    for (const event of events) {
      this.options.model.evolve(this.overlay, { ...event, version, actor: this.me, at, operation: null });
      const id = event.data['id'];
      if (typeof id === 'string') changed.push(id as ItemId);
    }
    return changed;
  }

  private follow(doc: Y.Doc): void {
    this.unfollow();
    this.mirror.clear();
    this.rows.touchAll();
    this.unfollow = followDocument(doc, {
      onRecord: (id, record) => {
        const old = this.mirror.get(id);
        // What an empty base is filled with is no news.
        const touch = this.mirror.version < 0 ? null : touchOf(id, record, this.mirror.version, this.me);
        if (touch) {
          this.touches.push(touch);
          const { pending } = this.connection.outbox;
          for (const notice of this.overwrites.onRemote(old, id, record, pending))
            this.listeners.tell('notice', notice);
        }
        this.mirror.applyRecord(id, record);
        this.rows.touch([id]);
      },
      onAudit: (record) => this.mirror.applyAudit(record),
    });
    this.becomeStale();
  }

  private onSettled(entry: PendingIntent, tray: TrayEntry | null): void {
    this.becomeStale();
    if (tray) {
      this.history.forget(intentKey(entry));
      this.listeners.tell('undo', null);
      return;
    }
    const id = entry.intent['id'];
    const now = typeof id === 'string' ? this.mirror.get(id as ItemId) : undefined;
    const notice = this.overwrites.onCommitted(entry.intent, now, this.me);
    if (notice) this.listeners.tell('notice', notice);
  }

  private moment(): string {
    return new Date((this.options.now ?? Date.now)()).toISOString();
  }

  private rightsChanged(): void {
    this.rights += 1;
    this.becomeStale();
  }

  private becomeStale(): void {
    this.isStale = true;
    this.cancelFrame ??= this.schedule(() => {
      this.cancelFrame = null;
      this.rebaseIfStale();
      this.show();
    });
  }

  private rebaseIfStale(): void {
    if (this.isStale) this.rebase();
  }

  /** Judges the pending intents anew on the present base. Those that no longer hold wait unseen. */
  private rebase(): void {
    this.isStale = false;
    this.rebaseCount += 1;
    const before = this.overlay.touched;
    this.overlay.reset();
    for (const entry of this.connection.outbox.pending) {
      const decision = this.decide(this.overlay, { ...entry, schemaVersion: entry.schema ?? 1 });
      if (decision.ok) this.lay(decision.events);
    }
    this.rows.touch(before);
    this.rows.touch(this.overlay.touched);
  }

  private show(): void {
    // The base is being fetched anew: what was shown before stays until it is there.
    if (this.mirror.version < 0 && this.shown.baseVersion >= 0) return;
    const next = this.takeSnapshot(this.shown.revision + 1);
    const touches = this.touches;
    this.touches = [];
    const { rows, baseVersion, auditStatus, operation, rights } = this.shown;
    const isSame =
      rows === next.rows &&
      baseVersion === next.baseVersion &&
      auditStatus === next.auditStatus &&
      operation === next.operation &&
      rights === next.rights;
    if (!isSame) {
      this.shown = next;
      this.listeners.tell('tree', next);
    }
    if (touches.length > 0) this.listeners.tell('touched', touches);
  }

  private takeSnapshot(revision: number): TreeSnapshot {
    const rows = this.rows.read(this.overlay.touched);
    return {
      revision,
      baseVersion: this.mirror.version,
      auditStatus: this.overlay.status,
      operation: this.overlay.operation,
      rights: this.rights,
      rows,
      rowOf: (id) => this.rows.rowOf(id),
    };
  }
}
