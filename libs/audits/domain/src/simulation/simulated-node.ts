import * as Y from 'yjs';
import type { Role, UserId } from '@cotejo/access-contracts';
import type { AuditEvent, AuditStatus } from '@cotejo/audits-contracts';
import type { JsonValue } from '../model.ts';
import { AuditOverlay } from '../audit-overlay.ts';
import { AuditState } from '../audit-state.ts';
import { documentIdOf, loadTreeDocument } from '../project.ts';
import type { Parts } from './parts.ts';
import { API_USER, rightsOf } from './simulated-people.ts';
import type { Judgement, JournalEntry, Outcome, SimulatedStore, Submission } from './simulated-store.ts';

export const DOCUMENT_ID = documentIdOf('00000006-0000-4000-8000-000000000001', 1, -1);
const NOW = '2026-03-02T15:00:00.000Z';

export type ClientFrame =
  | { readonly t: 'hello'; readonly holds: Uint8Array }
  | { readonly t: 'intent'; readonly submission: Submission };

export type ServerFrame =
  | { readonly t: 'sync'; readonly update: Uint8Array; readonly version: number }
  | { readonly t: 'advance'; readonly update: Uint8Array | null; readonly version: number }
  | { readonly t: 'answer'; readonly key: string; readonly outcome: Outcome; readonly version: number };

/** One socket: frames under way in both directions, in order. */
export interface Connection {
  readonly node: SimulatedNode;
  readonly toServer: ClientFrame[];
  readonly toClient: ServerFrame[];
}

/** A server node with the audit's room: hot state, the tree document, the connections that watch it. */
export class SimulatedNode {
  state = new AuditState();
  doc = new Y.Doc();
  readonly connections = new Set<Connection>();
  private lastUpdate: Uint8Array | null = null;

  constructor(
    private readonly parts: Parts,
    private readonly store: SimulatedStore,
    private readonly roleOf: (user: UserId) => Role,
  ) {
    this.boot();
  }

  /** A start, after a crash or the first: snapshot and tail, or all events. */
  boot(): void {
    const { snapshot } = this.store;
    this.state = snapshot ? AuditState.thaw(snapshot.state) : new AuditState();
    this.doc = snapshot
      ? loadTreeDocument(DOCUMENT_ID, snapshot.document)
      : this.parts.createDocument(DOCUMENT_ID);
    this.doc.on('update', (update: Uint8Array) => {
      this.lastUpdate = update;
    });
    this.catchUp();
  }

  saveSnapshot(): void {
    this.store.snapshot = {
      version: this.state.version,
      // Through text, as a database would keep it, with keys in another order.
      state: JSON.parse(JSON.stringify(this.state.freeze(), sortedKeys)) as JsonValue,
      document: Y.encodeStateAsUpdate(this.doc),
    };
  }

  /** Folds and projects what the store holds more, and shows it to all who watch. */
  catchUp(): void {
    for (const event of this.store.events.slice(this.state.version + 1)) {
      this.lastUpdate = null;
      this.parts.model.evolve(this.state, event);
      this.parts.project(this.doc, this.state, event);
      for (const connection of this.connections)
        connection.toClient.push({ t: 'advance', update: this.lastUpdate, version: event.version });
    }
  }

  /** Takes up to `count` frames from each connection given and judges their intents as one batch. */
  serve(connections: readonly Connection[], count: number): void {
    const batch: { readonly from: Connection; readonly submission: Submission }[] = [];
    for (const connection of connections)
      for (const frame of connection.toServer.splice(0, count))
        if (frame.t === 'hello') this.welcome(connection, frame.holds);
        else batch.push({ from: connection, submission: frame.submission });

    const entries = this.judge(
      batch.map(({ submission }) => submission),
      (early) => {
        if (this.parts.nodeAdvancesFirst) return;
        batch.forEach(({ from }, index) => answer(from, early[index]));
      },
    );
    if (this.parts.nodeAdvancesFirst) batch.forEach(({ from }, index) => answer(from, entries[index]));
  }

  /** One intent over REST. */
  submit(submission: Submission): void {
    this.judge([submission], () => undefined);
  }

  changeAuditStatus(to: AuditStatus): void {
    this.catchUp();
    const data = { from: this.state.status, to, closedOn: null };
    this.store.appendLifecycle(this.state.version, { type: 'AuditStatusChanged', data }, API_USER);
    this.catchUp();
  }

  private welcome(connection: Connection, holds: Uint8Array): void {
    this.connections.add(connection);
    connection.toClient.push({
      t: 'sync',
      update: Y.encodeStateAsUpdate(this.doc, holds),
      version: this.state.version,
    });
  }

  /** Judges a batch against the head and commits it as one request; again from the start on a conflict. */
  private judge(
    submissions: readonly Submission[],
    beforeAdvance: (entries: readonly (JournalEntry | undefined)[]) => void,
  ): readonly (JournalEntry | undefined)[] {
    const entriesOf = () => submissions.map(({ key }) => this.store.journal.get(key));
    for (let tries = 0; tries < 10; tries++) {
      const fresh = unlike(submissions).filter(({ key }) => !this.store.answered(key));
      if (fresh.length === 0) {
        beforeAdvance(entriesOf());
        this.catchUp();
        return entriesOf();
      }
      const batch = this.decideAll(fresh);
      const changes = batch.some(({ events }) => events.length > 0);
      const expected = changes || this.parts.nodeConfirmsRefusals ? this.state.version : this.store.head;
      if (this.store.append(expected, batch)) {
        beforeAdvance(entriesOf());
        this.catchUp();
        return entriesOf();
      }
      this.catchUp();
    }
    throw new Error('a batch met ten conflicts in a row');
  }

  private decideAll(submissions: readonly Submission[]): Judgement[] {
    const overlay = new AuditOverlay(this.state);
    return submissions.map((submission) => {
      if (!this.parts.nodeStacksBatch) overlay.reset();
      const role = this.roleOf(submission.user);
      const judgedAt = overlay.version;
      const decision = this.parts.model.decide(overlay, submission.envelope, {
        now: NOW,
        actor: submission.user,
        can: rightsOf(submission.user, role, overlay),
        mode: 'server',
      });
      const events: readonly AuditEvent[] = decision.ok ? decision.events : [];
      for (const event of events)
        this.parts.model.evolve(overlay, {
          ...event,
          version: overlay.version + 1,
          actor: submission.user,
          at: NOW,
          operation: null,
        });
      const outcome: Outcome = decision.ok ? { ok: true } : decision;
      return { submission, role, outcome, judgedAt, events };
    });
  }
}

/** The first of each key: a client that reconnected may have sent one twice into the same batch. */
function unlike(submissions: readonly Submission[]): Submission[] {
  return [...new Map(submissions.toReversed().map((each) => [each.key, each])).values()].toReversed();
}

function answer(connection: Connection, entry: JournalEntry | undefined): void {
  if (entry)
    connection.toClient.push({
      t: 'answer',
      key: entry.submission.key,
      outcome: entry.outcome,
      version: entry.answeredAt,
    });
}

function sortedKeys(_: string, value: unknown): unknown {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
}
