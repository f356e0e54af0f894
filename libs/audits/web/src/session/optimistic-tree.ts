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
  type AuditModel,
  type AuditView,
  type Decision,
} from '@cotejo/audits-domain';
import type { PendingIntent } from '@cotejo/rooms/client';
import { InverseRecorder, type Inverse } from './inverse-of-events.ts';
import { TreeRows } from './tree-rows.ts';
import type { TreeSnapshot } from './tree-snapshot.ts';

export interface OptimisticTreeOptions {
  readonly model: AuditModel;
  readonly me: UserId;
  /** Rights of this person in the audit as it stands in the view. */
  readonly canIn: (view: AuditView) => Can;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export type Events = Extract<Decision, { ok: true }>['events'];

/** What the server committed, over it this person's own intents judged by the same rules, and the rows of both. */
export class OptimisticTree {
  readonly mirror = new AuditMirror();
  private readonly overlay = new AuditOverlay(this.mirror);
  private readonly rows = new TreeRows(this.overlay);

  constructor(private readonly options: OptimisticTreeOptions) {}

  /** Base and pending together. */
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
    // What may be where, and how much counts, is of the kind of record.
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

  /** Judges several one after the other as if the earlier ones had been done, up to the first refusal. */
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
   * Shows what an intent brings about; the answer tells what takes it back, once the whole act is laid.
   * `created` gathers what that makes.
   */
  lay(intent: AuditIntent, events: Events, created: Set<ItemId>): () => Inverse[] {
    const recorder = new InverseRecorder(intent, this.options.me, this.mirror.version, created);
    this.fold(this.overlay, events, (event) => recorder.note(this.overlay, event));
    return () => recorder.inverses(this.overlay);
  }

  /** Judges the pending intents anew on the present base. Those that no longer hold wait unseen. */
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

  /** The tree as it is to be shown. */
  snapshot(revision: number, rights: number): TreeSnapshot {
    const { rows, overlay } = this;
    return {
      revision,
      baseVersion: this.mirror.version,
      auditStatus: overlay.status,
      operation: overlay.operation,
      rights,
      rows: rows.read(overlay.touched),
      progress: rows.progress,
      size: rows.size,
      figures: rows.allFigures,
      rowOf: (id) => rows.rowOf(id),
    };
  }

  private decide(view: AuditView, envelope: IntentEnvelope): Decision {
    const { model, canIn, me } = this.options;
    const context = { now: this.moment(), actor: me, can: canIn(view), mode: 'optimistic' } as const;
    return model.decide(view, envelope, context);
  }

  /** As if the events were the next version of the base. */
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
