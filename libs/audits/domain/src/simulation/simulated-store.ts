import type { Role, UserId } from '@cotejo/access-contracts';
import type { AuditEvent, IntentEnvelope, Rejection } from '@cotejo/audits-contracts';
import type { JsonValue } from '../model/model.ts';
import type { Parts } from './parts.ts';

export type Outcome = { readonly ok: true } | { readonly ok: false; readonly rejection: Rejection };

/** One intent with its author, as received by a node; `key` is the user's (session, seq). */
export interface Submission {
  readonly key: string;
  readonly envelope: IntentEnvelope;
  readonly user: UserId;
}

/** An event to be written, in its writer's schema version. */
export interface WrittenEvent extends AuditEvent {
  readonly schemaVersion: number;
}

/** A stored event with its link in the hash chain. */
export interface KeptEvent extends WrittenEvent {
  readonly version: number;
  readonly actor: string;
  readonly at: string;
  readonly operation: string | null;
  readonly link: string;
  /** Whether all nodes running at the time of writing can read it. */
  readonly isReadable: boolean;
}

/** Decision on an intent: its outcome and events; no events for a refusal. */
export interface Judgement {
  readonly submission: Submission;
  readonly role: Role;
  readonly outcome: Outcome;
  /** Version of the state at which it was decided. */
  readonly judgedAt: number;
  readonly events: readonly WrittenEvent[];
}

/** Journal entry of an intent; `answeredAt` is the version that the answer waits for. */
export interface JournalEntry extends Judgement {
  readonly answeredAt: number;
  /** Head of the stream when the entry was written. */
  readonly head: number;
}

export interface Snapshot {
  readonly version: number;
  readonly documentId: string;
  readonly lastCompaction: number;
  readonly state: JsonValue;
  readonly document: Uint8Array;
}

interface Backup {
  readonly length: number;
  readonly journal: readonly (readonly [string, JournalEntry])[];
}

/** A running node, as known to the others: the event versions it can read. */
export interface Reader {
  readonly reads: Readonly<Record<string, number>>;
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/** One audit's stream with its journal: an in-memory model of the real store's transactions. */
export class SimulatedStore {
  events: KeptEvent[] = [];
  /** The commit of each event; null for lifecycle events without an intent. */
  commits: (JournalEntry | null)[] = [];
  journal = new Map<string, JournalEntry>();
  /** All outcomes ever given for a key, including those in a history that a restore removed. */
  readonly answered = new Map<string, Outcome[]>();
  /** Incremented by a restore. */
  incarnation = 1;
  readonly readers = new Set<Reader>();
  /** By state version. */
  readonly snapshots = new Map<number, Snapshot>();
  /** Milliseconds since the epoch. */
  now = Date.parse('2026-03-02T15:00:00.000Z');
  conflicts = 0;
  private backup: Backup | null = null;
  private readonly confirmed = new Set<string>();
  private links = 0;

  constructor(private readonly parts: Parts) {}

  get head(): number {
    return this.events.length - 1;
  }
  get moment(): string {
    return new Date(this.now).toISOString();
  }
  get hasBackup(): boolean {
    return this.backup !== null;
  }

  recall(key: string): JournalEntry | undefined {
    return this.parts.storeJournals ? this.journal.get(key) : undefined;
  }

  /** Whether all running nodes can read it. */
  isReadable({ type, schemaVersion }: WrittenEvent): boolean {
    return [...this.readers].every(({ reads }) => (reads[type] ?? 0) >= schemaVersion);
  }

  /**
   * Appends a batch's events and journal entries, all or nothing; false when the expected version is not the
   * head.
   */
  append(expected: number, batch: readonly Judgement[]): boolean {
    if (this.parts.storeChecksVersions && expected !== this.head) {
      this.conflicts++;
      return false;
    }
    for (const judgement of batch) {
      const { submission, events, outcome } = judgement;
      const answeredAt = this.head + events.length;
      const entry: JournalEntry = { ...judgement, answeredAt, head: this.head };
      for (const event of events) this.record(event, submission.user, entry, submission.envelope.operation);
      this.journal.set(submission.key, entry);
      this.answered.set(submission.key, [...(this.answered.get(submission.key) ?? []), outcome]);
    }
    return true;
  }

  /** Appends an event of the audit's lifecycle, which no intent causes. */
  appendLifecycle(expected: number, event: WrittenEvent, user: UserId): boolean {
    if (expected !== this.head) return false;
    this.record(event, user, null, undefined);
    return true;
  }

  /** The client has stored these answers: only intents still in flight may request them again. */
  confirm(keys: Iterable<string>): void {
    for (const key of keys) this.confirmed.add(key);
    if (!this.parts.storeKeepsConfirmed) this.forget();
  }

  /** Advances time so far that nothing is in flight any more. */
  daysPass(days: number): void {
    this.now += days * DAY_MS;
    this.forget();
  }

  backUp(): void {
    this.backup = { length: this.events.length, journal: [...this.journal] };
  }

  /** Resets the store to its backup, under a new incarnation. Snapshots of later versions are not removed. */
  restore(): void {
    if (!this.backup) return;
    this.events = this.events.slice(0, this.backup.length);
    this.commits = this.commits.slice(0, this.backup.length);
    this.journal = new Map(this.backup.journal);
    this.confirmed.clear();
    this.incarnation++;
  }

  private forget(): void {
    for (const key of this.confirmed) this.journal.delete(key);
    this.confirmed.clear();
  }

  private record(
    { type, schemaVersion, data }: WrittenEvent,
    actor: UserId,
    commit: JournalEntry | null,
    operation: string | undefined,
  ): void {
    this.events.push(
      Object.freeze({
        type,
        schemaVersion,
        data,
        version: this.events.length,
        actor,
        at: this.moment,
        operation: operation ?? null,
        link: `link-${this.links++}`,
        isReadable: this.isReadable({ type, schemaVersion, data }),
      }),
    );
    this.commits.push(commit);
  }
}
