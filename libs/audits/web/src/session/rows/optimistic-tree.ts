import type { Can, UserId } from '@cotejo/access-contracts';
import type {
  AuditRecord,
  IntentEnvelope,
  ItemId,
  AuditIntent,
  TeamRole,
  TreeRecord,
} from '@cotejo/audits-contracts';
import {
  AuditMirror,
  AuditOverlay,
  isClosed,
  type AuditModel,
  type AuditView,
  type Decision,
} from '@cotejo/audits-domain';
import type { PendingIntent } from '@cotejo/rooms/client';
import { InverseRecorder, type Inverse } from '../inverse-of-events.ts';
import { ShownStretches } from '../shown-stretches.ts';
import { TreeRows } from './tree-rows.ts';
import type { TreeSnapshot } from './tree-snapshot.ts';

export interface OptimisticTreeOptions {
  readonly model: AuditModel;
  readonly me: UserId;
  /** This user's rights in the audit, given its current view. */
  readonly canIn: (view: AuditView) => Can;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export type Events = Extract<Decision, { ok: true }>['events'];

/**
 * The committed state, an overlay with this user's own intents decided by the same rules, and the rows of
 * both.
 */
export class OptimisticTree {
  readonly mirror = new AuditMirror();
  private readonly overlay = new AuditOverlay(this.mirror);
  private readonly rows = new TreeRows(this.overlay);
  private readonly stretches = new ShownStretches();

  constructor(private readonly options: OptimisticTreeOptions) {}

  /** Base and pending intents together. */
  get view(): AuditView {
    return this.overlay;
  }

  apply(id: ItemId, record: TreeRecord): void {
    this.mirror.applyRecord(id, record);
    this.rows.touch([id]);
  }

  remove(id: ItemId): void {
    this.rows.touch([id]);
    this.mirror.remove([id]);
  }

  applyAudit(record: AuditRecord): void {
    // Allowed places and the weight for progress depend on the record type.
    if (record.recordType !== this.mirror.recordType) this.rows.touchAll();
    this.mirror.applyAudit(record);
  }

  setTeam(team: ReadonlyMap<UserId, TeamRole>): void {
    this.mirror.setTeam(team);
  }

  clear(): void {
    this.mirror.clear();
    this.rows.touchAll();
  }

  /** Decides several intents, each on the result of the ones before, until the first refusal. */
  decideInTurn(intents: readonly AuditIntent[]): Decision[] {
    const trial = intents.length > 1 ? new AuditOverlay(this.overlay) : this.overlay;
    const decisions: Decision[] = [];
    for (const intent of intents) {
      const decision = this.decide(trial, { intent: { ...intent }, base: this.mirror.version });
      decisions.push(decision);
      if (!decision.ok) break;
      if (trial !== this.overlay) this.fold(trial, decision.events);
    }
    return decisions;
  }

  /**
   * Applies an intent's events to the view. The returned function yields the inverse intents, to be called
   * after the whole action is applied. `created` collects the created items.
   */
  lay(intent: AuditIntent, events: Events, created: Set<ItemId>): () => Inverse[] {
    const recorder = new InverseRecorder(intent, this.mirror.version, created);
    this.fold(this.overlay, events, (event) => recorder.note(this.overlay, event));
    return () => recorder.inverses(this.overlay);
  }

  /**
   * Decides the pending intents again on the present base. Those that are refused now stay pending, but
   * hidden.
   */
  rebase(pending: readonly PendingIntent[]): void {
    const before = this.overlay.touched;
    this.overlay.reset();
    for (const entry of pending) {
      const { intent, base, schema = 1 } = entry;
      const decision = this.decide(this.overlay, { intent, base, schemaVersion: schema });
      if (decision.ok) this.fold(this.overlay, decision.events);
    }
    this.rows.touch(before);
    this.rows.touch(this.overlay.touched);
  }

  /** The tree to display. */
  snapshot(revision: number, rights: number): TreeSnapshot {
    const { rows, overlay } = this;
    const { list, hasOtherFlags } = this.stretches.read(overlay);
    // Their flags decide what counts for progress, in any branch.
    if (hasOtherFlags) rows.touchAll();
    return {
      revision,
      baseVersion: this.mirror.version,
      // A completed audit with its closing day reads as closed.
      removal: overlay.removal,
      auditStatus: isClosed(overlay) ? 'closed' : overlay.status,
      operation: overlay.operation,
      rights,
      rows: rows.read(overlay.touched),
      progress: rows.progress,
      size: rows.size,
      figures: rows.allFigures,
      stretches: list,
      rowOf: (id) => rows.rowOf(id),
    };
  }

  private decide(view: AuditView, envelope: IntentEnvelope): Decision {
    const { model, canIn, me } = this.options;
    const context = { now: this.moment(), actor: me, can: canIn(view), mode: 'optimistic' } as const;
    return model.decide(view, envelope, context);
  }

  /** Folds events as if they were the next version of the base. */
  private fold(
    view: AuditOverlay,
    events: Events,
    before: (event: Events[number]) => void = () => undefined,
  ): void {
    const { model, me } = this.options;
    const at = this.moment();
    const version = this.mirror.version + 1;
    const changed: ItemId[] = [];
    for (const event of events) {
      before(event);
      const { type, data } = event;
      model.evolve(view, { type, data, version, actor: me, at, operation: null });
      const id = data['id'];
      if (typeof id === 'string') changed.push(id as ItemId);
    }
    if (view === this.overlay) this.rows.touch(changed);
  }

  private moment(): string {
    return new Date(this.options.now()).toISOString();
  }
}
