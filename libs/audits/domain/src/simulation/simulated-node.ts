import { canonicalJson } from '@cotejo/event-store/canonical-json';
import * as Y from 'yjs';
import type { Role, UserId } from '@cotejo/access-contracts';
import {
  PROJECTION_VERSION,
  type AuditEvent,
  type IntentEnvelope,
  type StoredAuditEvent,
} from '@cotejo/audits-contracts';
import { UnknownVersion } from '@cotejo/event-store/upcast';
import { AuditOverlay } from '../model/audit-overlay.ts';
import { AuditState } from '../model/audit-state.ts';
import type { AuditModel, JsonValue } from '../model/model.ts';
import { loadTreeDocument } from '../model/project.ts';
import { TRY_AGAIN, type ClientFrame, type Connection, type ServerFrame } from './frames.ts';
import type { Parts } from './parts.ts';
import type { Release } from './releases.ts';
import { COMPACTION, incarnationOf, Room } from './simulated-room.ts';
import type { LoadedDocument } from './simulated-client.ts';
import { API_USER, rightsOf } from './simulated-people.ts';
import type {
  Judgement,
  JournalEntry,
  KeptEvent,
  Outcome,
  Reader,
  SimulatedStore,
  Submission,
  WrittenEvent,
} from './simulated-store.ts';

type IntentFrame = Extract<ClientFrame, { t: 'intent' }>;
interface Asked {
  readonly from: Connection;
  readonly frame: IntentFrame;
  readonly submission: Submission;
}

export const keyOf = (user: UserId, session: string, seq: number): string => `${user}/${session}:${seq}`;
/** A server node with the audit's room and its connections. */
export class SimulatedNode {
  readonly connections = new Set<Connection>();
  release: Release = 'now';
  /** Null while the log contains events unknown to this node's release. */
  room: Room | null = null;
  private reader: Reader = { reads: {} };

  constructor(
    private readonly parts: Parts,
    private readonly store: SimulatedStore,
    private readonly roleOf: (user: UserId) => Role,
  ) {
    this.boot('now');
  }

  get model(): AuditModel {
    return this.parts.models[this.release];
  }

  /**
   * Starts the node, for the first time or after a crash: from a snapshot and later events, or from all
   * events.
   */
  boot(release: Release): void {
    this.store.readers.delete(this.reader);
    this.release = release;
    this.reader = { reads: this.model.events.reads };
    this.store.readers.add(this.reader);
    this.open();
  }

  saveSnapshot(): void {
    const { room } = this;
    if (!room) return;
    this.store.snapshots.set(this.model.stateVersion, {
      version: room.version,
      documentId: room.documentId,
      lastCompaction: room.state.lastCompaction,
      // Serialized as text, like in a database, with another key order.
      state: JSON.parse(canonicalJson(room.state.freeze(this.model.slices))) as JsonValue,
      document: Y.encodeStateAsUpdate(room.doc),
    });
  }

  /** The whole document, for clients without a base. */
  copy(): LoadedDocument | null {
    const { room } = this;
    return (
      room && {
        document: room.documentId,
        version: room.version,
        link: this.linkAt(room.version) ?? '',
        update: Y.encodeStateAsUpdate(room.doc),
      }
    );
  }

  /** Folds and projects the store's new events, and sends them to all connections. */
  catchUp(): void {
    if (!this.room) this.open();
    for (const { room } = this; room && room.version < this.store.head && this.room === room;) {
      const events = this.nextEvents(room.version + 1);
      const first = events[0];
      if (!first) return this.giveUp(room);
      const from = room.version;
      const update = room.take(this.model, events);
      const to = room.version;
      if (first.type === COMPACTION) this.begin(room);
      else this.show({ t: 'advance', from, to, link: this.linkAt(to) ?? '', update });
    }
  }

  /** Reads up to `count` frames from each given connection and decides their intents as one batch. */
  serve(connections: readonly Connection[], count: number): void {
    const batch: Asked[] = [];
    for (const connection of connections)
      for (const frame of connection.toServer.splice(0, count)) this.read(connection, frame, batch);
    const send = (entries: readonly (JournalEntry | undefined)[]): void =>
      batch.forEach((asked, index) => this.answer(asked, entries[index]));
    const entries = this.judge(
      batch.map(({ submission }) => submission),
      (early) => {
        if (!this.parts.nodeAdvancesFirst) send(early);
      },
    );
    if (this.parts.nodeAdvancesFirst) send(entries);
  }

  /** One intent over REST. */
  submit(submission: Submission): void {
    this.catchUp();
    if (this.room) this.judge([submission], () => undefined);
  }

  appendLifecycle(event: AuditEvent): void {
    this.catchUp();
    if (!this.room) return;
    const written = { ...event, schemaVersion: this.model.events.newest(event.type) };
    if (this.store.isReadable(written)) this.store.appendLifecycle(this.room.version, written, API_USER);
    this.catchUp();
  }

  private open(): void {
    const { parts, store, model } = this;
    const documentIdAt = (compaction: number): string =>
      parts.documentIdOf(incarnationOf(store), PROJECTION_VERSION, compaction);
    const kept = store.snapshots.get(model.stateVersion);
    const isOurs =
      kept && (!parts.nodeChecksSnapshots || kept.documentId === documentIdAt(kept.lastCompaction));
    if (kept && isOurs) {
      const state = AuditState.thaw(kept.state, model.slices);
      const doc = loadTreeDocument(kept.documentId, kept.document);
      this.room = new Room(parts, store, state, kept.documentId, doc);
    } else {
      const id = documentIdAt(-1);
      this.room = new Room(parts, store, new AuditState(), id, parts.createDocument(id));
    }
    this.catchUp();
  }

  /** Events for one advance, from a version on; a compaction is always alone. */
  private nextEvents(from: number): StoredAuditEvent[] {
    const events: StoredAuditEvent[] = [];
    for (const kept of this.store.events.slice(from)) {
      const event = this.readEvent(kept);
      if (event && event.type === COMPACTION && events.length > 0) break;
      if (!event) break;
      events.push(event);
      if (event.type === COMPACTION) break;
    }
    return events;
  }

  private readEvent(kept: KeptEvent): StoredAuditEvent | null {
    try {
      return this.model.events.read(kept);
    } catch (error) {
      if (error instanceof UnknownVersion) return null;
      throw error;
    }
  }

  /**
   * The document was replaced: clients with the old one drop it, those about to receive it must reconnect.
   */
  private begin({ documentId: document, version }: Room): void {
    for (const connection of this.connections)
      if (connection.stage === 'synced') {
        connection.stage = 'mismatched';
        connection.toClient.push({ t: 'reset', document, version });
      } else if (connection.stage === 'greeted') connection.end(TRY_AGAIN);
  }

  /** The room cannot be served by this node; its clients reconnect elsewhere. */
  private giveUp(room: Room): void {
    if (!this.parts.nodeStopsAtUnknown) {
      room.skip(room.version + 1);
      return this.catchUp();
    }
    this.room = null;
    this.hangUp();
  }

  private hangUp(): void {
    for (const connection of this.connections) connection.end(TRY_AGAIN);
    this.connections.clear();
  }

  private linkAt(version: number): string | null {
    return this.store.events[version]?.link ?? null;
  }

  private show(frame: ServerFrame): void {
    for (const connection of this.connections)
      if (connection.stage === 'synced') connection.toClient.push(frame);
  }

  private read(connection: Connection, frame: ClientFrame, batch: Asked[]): void {
    if (connection.stage === 'closed') return;
    switch (frame.t) {
      case 'hello':
        return this.greet(connection, frame);
      case 'ask':
        if (connection.stage === 'greeted' || connection.stage === 'synced')
          this.sync(connection, frame.holds);
        return;
      case 'confirm':
        return this.store.confirm(
          Array.from({ length: frame.upTo + 1 }, (_, seq) => keyOf(connection.user, frame.session, seq)),
        );
      case 'intent': {
        const key = keyOf(connection.user, frame.session, frame.seq);
        const submission = { key, envelope: frame.envelope, user: connection.user };
        batch.push({ from: connection, frame, submission });
      }
    }
  }

  private greet(connection: Connection, hello: Extract<ClientFrame, { t: 'hello' }>): void {
    this.catchUp();
    const { room } = this;
    if (!room) return connection.end(TRY_AGAIN);
    this.connections.add(connection);
    const { documentId: document, version } = room;
    const isOurs =
      hello.document === null ||
      (hello.document === document && (hello.version < 0 || hello.link === this.linkAt(hello.version)));
    const mode = this.roleOf(connection.user) === 'guest' ? 'read' : 'edit';
    connection.helloVersion = version;
    connection.toClient.push({ t: 'hello', document, version, link: this.linkAt(version) ?? '', mode });
    if (isOurs || !this.parts.nodeResets) {
      connection.stage = 'greeted';
      return;
    }
    connection.stage = 'mismatched';
    connection.toClient.push({ t: 'reset', document, version });
  }

  /** Sends document, version and held answers together, so that the client knows the version of its base. */
  private sync(connection: Connection, holds: Uint8Array): void {
    const { room } = this;
    if (!room) return;
    connection.toClient.push({ t: 'sync', update: Y.encodeStateAsUpdate(room.doc, holds) });
    if (connection.stage === 'synced') return;
    connection.stage = 'synced';
    const { version: to } = room;
    const link = this.linkAt(to) ?? '';
    connection.toClient.push({ t: 'advance', from: connection.helloVersion, to, link, update: null });
    connection.toClient.push(...connection.heldAnswers.splice(0));
  }

  private answer({ from, frame, submission }: Asked, entry: JournalEntry | undefined): void {
    // The room was dropped meanwhile; closing prevents later frames of this connection from overtaking this
    // intent.
    if (!entry) return from.end(TRY_AGAIN);
    if (from.stage === 'closed') return;
    const { session, seq } = frame;
    const isSame = sameIntent(entry.submission.envelope, submission.envelope);
    const answer: ServerFrame = isSame
      ? { t: 'answer', session, seq, outcome: entry.outcome, version: entry.answeredAt }
      : { t: 'answer', session, seq, outcome: refused('invalid_intent'), version: this.room?.version ?? -1 };
    if (from.stage === 'synced') from.toClient.push(answer);
    else from.heldAnswers.push(answer);
  }

  /** Decides a batch against the head and commits it as one request; repeats both after a conflict. */
  private judge(
    submissions: readonly Submission[],
    beforeAdvance: (entries: readonly (JournalEntry | undefined)[]) => void,
  ): readonly (JournalEntry | undefined)[] {
    const entriesOf = () => submissions.map(({ key }) => this.store.journal.get(key));
    for (let tries = 0; tries < 20; tries++) {
      const fresh = unlike(submissions).filter(({ key }) => !this.store.recall(key));
      if (fresh.length > 0 && !this.room) return entriesOf();
      if (fresh.length === 0 || this.commit(this.decideAll(fresh))) {
        beforeAdvance(entriesOf());
        this.catchUp();
        return entriesOf();
      }
      this.catchUp();
    }
    throw new Error('a batch met twenty conflicts in a row');
  }

  private commit(batch: readonly Judgement[]): boolean {
    const { parts, store } = this;
    if (!this.room) return false;
    let expected = this.room.version;
    if (parts.nodeAppendsWhole) {
      const changes = batch.some(({ events }) => events.length > 0);
      return store.append(changes || parts.nodeConfirmsRefusals ? expected : store.head, batch);
    }
    let all = true;
    for (const judgement of batch) {
      all = store.append(expected, [judgement]) && all;
      expected += judgement.events.length;
    }
    return all;
  }

  private decideAll(submissions: readonly Submission[]): Judgement[] {
    const { room, model } = this;
    if (!room) return [];
    const overlay = new AuditOverlay(room.state);
    return submissions.map((submission) => {
      if (!this.parts.nodeStacksBatch) overlay.reset();
      const role = this.roleOf(submission.user);
      const judgedAt = overlay.version;
      const now = this.store.moment;
      const decision = model.decide(overlay, model.modern(submission.envelope), {
        now,
        actor: submission.user,
        can: rightsOf(submission.user, role, overlay),
        mode: 'server',
      });
      const events = (decision.ok ? decision.events : []).map((event): WrittenEvent => ({
        ...asJson(event),
        schemaVersion: model.events.newest(event.type),
      }));
      if (this.parts.nodeAwaitsReaders && events.some((event) => !this.store.isReadable(event)))
        return { submission, role, outcome: refused('upgrade_in_progress'), judgedAt, events: [] };
      for (const event of events)
        model.evolve(overlay, {
          ...event,
          version: overlay.version + 1,
          actor: submission.user,
          at: now,
          operation: null,
        });
      return { submission, role, outcome: decision.ok ? { ok: true } : decision, judgedAt, events };
    });
  }
}

const refused = (code: string): Outcome => ({ ok: false, rejection: { code } });

/** Reduces the event to JSON, as the store keeps it, so that other data of a rule is not folded. */
const asJson = (event: AuditEvent): AuditEvent => JSON.parse(JSON.stringify(event)) as AuditEvent;

const sameIntent = (one: IntentEnvelope, other: IntentEnvelope): boolean =>
  JSON.stringify(one.intent) === JSON.stringify(other.intent);

/** Removes duplicates by key: a reconnected client may have sent an intent twice into the same batch. */
function unlike(submissions: readonly Submission[]): Submission[] {
  const keys = new Set<string>();
  return submissions.filter(({ key }) => keys.size < keys.add(key).size);
}
