import type { Role, UserId } from '@cotejo/access-contracts';
import type { AuditEvent, IntentEnvelope, Rejection } from '@cotejo/audits-contracts';
import type { JsonValue } from '../model.ts';
import type { Parts } from './parts.ts';

export type Outcome = { readonly ok: true } | { readonly ok: false; readonly rejection: Rejection };

/** One intent with its author, as a node takes it in; `key` is (session, seq) of its user. */
export interface Submission {
  readonly key: string;
  readonly envelope: IntentEnvelope;
  readonly user: UserId;
}

/** An event as it is written: in the version of whoever writes it. */
export interface WrittenEvent extends AuditEvent {
  readonly schemaVersion: number;
}

/** An event as the store holds it, with its place in the chain. */
export interface KeptEvent extends WrittenEvent {
  readonly version: number;
  readonly actor: string;
  readonly at: string;
  readonly operation: string | null;
  readonly link: string;
  /** Whether all nodes that were up when it was written can read it. */
  readonly isReadable: boolean;
}

/** What an intent came to: its events, none for a refusal. */
export interface Judgement {
  readonly submission: Submission;
  readonly role: Role;
  readonly outcome: Outcome;
  /** Version of the state that it was judged at. */
  readonly judgedAt: number;
  readonly events: readonly WrittenEvent[];
}

/** What the journal remembers of an intent; `answeredAt` is the version that an answer waits for. */
export interface JournalEntry extends Judgement {
  readonly answeredAt: number;
  /** Head of the stream when the journal took it. */
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

/** A node that is up, as the others know it: what it can read. */
export interface Reader {
  readonly reads: Readonly<Record<string, number>>;
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/** One audit's stream with its journal: what a transaction of the real store does, in memory. */
export class SimulatedStore {
  events: KeptEvent[] = [];
  /** The commit behind each event; null for what no intent asked for (the lifecycle). */
  commits: (JournalEntry | null)[] = [];
  journal = new Map<string, JournalEntry>();
  /** Everything that was ever answered to a key, also in a history that a restore took away. */
  readonly answered = new Map<string, Outcome[]>();
  /** Raised by a restore. */
  incarnation = 1;
  readonly readers = new Set<Reader>();
  /** By the version of the state's shape. */
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

  /** Whether all nodes that are up can read it. */
  isReadable({ type, schemaVersion }: WrittenEvent): boolean {
    return [...this.readers].every(({ reads }) => (reads[type] ?? 0) >= schemaVersion);
  }

  /** Events of a batch and its journal entries, all or nothing; false when the expected version is stale. */
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

  /** An event of the audit's lifecycle, which no intent of the kernel asks for. */
  appendLifecycle(expected: number, event: WrittenEvent, user: UserId): boolean {
    if (expected !== this.head) return false;
    this.record(event, user, null, undefined);
    return true;
  }

  /** The client has stored these answers: nobody will ask again, but for what is still under way. */
  confirm(keys: Iterable<string>): void {
    for (const key of keys) this.confirmed.add(key);
    if (!this.parts.storeKeepsConfirmed) this.forget();
  }

  /** So much later that nothing is under way any more. */
  daysPass(days: number): void {
    this.now += days * DAY_MS;
    this.forget();
  }

  backUp(): void {
    this.backup = { length: this.events.length, journal: [...this.journal] };
  }

  /** The store as it was backed up, under a name of its own. Snapshots of the future stay behind. */
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
