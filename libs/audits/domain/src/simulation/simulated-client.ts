import * as Y from 'yjs';
import type { Role, UserId } from '@cotejo/access-contracts';
import {
  ITEMS_MAP,
  META_MAP,
  type IntentEnvelope,
  type ItemId,
  type TeamRole,
} from '@cotejo/audits-contracts';
import { AuditMirror } from '../audit-mirror.ts';
import { AuditOverlay } from '../audit-overlay.ts';
import type { AuditView, Decision } from '../model.ts';
import { AUDIT_KEY } from '../project.ts';
import { readAuditRecord, readRecord } from '../read-record.ts';
import type { Parts } from './parts.ts';
import { rightsOf } from './simulated-people.ts';
import type { Connection, ServerFrame, SimulatedNode } from './simulated-node.ts';
import type { Outcome, Submission } from './simulated-store.ts';

interface Pending {
  readonly submission: Submission;
  answer: { readonly outcome: Outcome; readonly version: number } | null;
}

/** A browser with the audit open: base, pending intents, the view of both, and the tray. */
export class SimulatedClient {
  base = new Y.Doc();
  mirror = new AuditMirror();
  view = new AuditOverlay(this.mirror);
  pending: Pending[] = [];
  readonly answers = new Map<string, Outcome>();
  readonly tray = new Map<string, string>();
  readonly keys: string[] = [];
  connection: Connection | null = null;
  /** Sockets that broke while the server had not read all of them. */
  readonly orphans: Connection[] = [];
  refusedAtOnce = 0;

  constructor(
    private readonly parts: Parts,
    readonly session: string,
    readonly user: UserId,
    /** What the browser believes of its user; the server may know better. */
    private readonly role: Role,
    private readonly team: ReadonlyMap<UserId, TeamRole>,
  ) {
    this.open(new Uint8Array());
  }

  /** A person does something: seen at once, unless this very browser knows that it may not be. */
  act(intent: IntentEnvelope['intent'], hostile: boolean): void {
    const envelope: IntentEnvelope = { intent, base: this.mirror.version };
    const decision = this.decide(envelope);
    if (!decision.ok) {
      this.refusedAtOnce++;
      if (!hostile) return;
    }
    const key = `${this.session}:${this.keys.length}`;
    this.keys.push(key);
    // A hostile browser adds the position that it came to; nobody must heed it.
    const place = decision.ok ? decision.events[0]?.data['position'] : undefined;
    const sent = place === undefined ? envelope : { ...envelope, intent: { ...intent, position: place } };
    const submission: Submission = { key, envelope: sent, user: this.user };
    this.pending.push({ submission, answer: null });
    this.lay(decision);
    this.connection?.toServer.push({ t: 'intent', submission });
  }

  connect(node: SimulatedNode): void {
    this.disconnect();
    const connection: Connection = { node, toServer: [], toClient: [] };
    connection.toServer.push({ t: 'hello', holds: Y.encodeStateVector(this.base) });
    if (this.parts.clientResends)
      for (const { submission } of this.pending) connection.toServer.push({ t: 'intent', submission });
    this.connection = connection;
  }

  /** What was under way to the browser is lost; what the server has in its buffer it may still read. */
  disconnect(): void {
    if (!this.connection) return;
    this.connection.node.connections.delete(this.connection);
    if (this.connection.toServer.length > 0) this.orphans.push(this.connection);
    this.connection = null;
  }

  /** The tab is loaded again: base, its version, outbox and tray were kept on disk. */
  reload(): void {
    this.disconnect();
    const version = this.mirror.version;
    this.open(Y.encodeStateAsUpdate(this.base), version);
  }

  receive(frame: ServerFrame): void {
    if (frame.t === 'answer') {
      const pending = this.pending.find(({ submission }) => submission.key === frame.key);
      if (pending) pending.answer = { outcome: frame.outcome, version: frame.version };
      if (frame.version > this.mirror.version)
        throw new Error('INVARIANT answered before the base can show it');
    } else {
      if (frame.update) Y.applyUpdate(this.base, frame.update);
      this.mirror.setVersion(Math.max(this.mirror.version, frame.version));
    }
    this.settle();
    this.rebase();
  }

  private open(update: Uint8Array, version = -1): void {
    this.base = new Y.Doc();
    this.mirror = new AuditMirror();
    this.mirror.setTeam(this.team);
    this.view = new AuditOverlay(this.mirror);
    const items = this.base.getMap(ITEMS_MAP);
    items.observe((event) => {
      for (const id of event.keysChanged as Set<ItemId>)
        this.mirror.applyRecord(id, readRecord(items.get(id)));
    });
    const meta = this.base.getMap(META_MAP);
    meta.observe(() => {
      this.mirror.applyAudit(readAuditRecord(meta.get(AUDIT_KEY)));
    });
    if (update.length > 0) Y.applyUpdate(this.base, update);
    this.mirror.setVersion(version);
    this.rebase();
  }

  private settle(): void {
    this.pending = this.pending.filter(({ submission, answer }) => {
      if (!answer || answer.version > this.mirror.version) return true;
      this.answers.set(submission.key, answer.outcome);
      if (!answer.outcome.ok && this.parts.clientKeepsRefused)
        this.tray.set(submission.key, answer.outcome.rejection.code);
      return false;
    });
  }

  private rebase(): void {
    if (!this.parts.clientRebases) return;
    this.view.reset();
    for (const { submission } of this.pending) this.lay(this.decide(submission.envelope));
  }

  private decide(envelope: IntentEnvelope): Decision {
    const view: AuditView = this.view;
    return this.parts.model.decide(view, envelope, {
      now: '2026-03-02T15:00:00.000Z',
      actor: this.user,
      can: rightsOf(this.user, this.role, view),
      mode: 'optimistic',
    });
  }

  private lay(decision: Decision): void {
    if (!decision.ok) return;
    for (const event of decision.events)
      this.parts.model.evolve(this.view, {
        ...event,
        version: this.mirror.version + 1,
        actor: this.user,
        at: '2026-03-02T15:00:00.000Z',
        operation: null,
      });
  }
}
