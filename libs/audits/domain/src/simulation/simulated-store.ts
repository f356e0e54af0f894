import type { Role, UserId } from '@cotejo/access-contracts';
import type { AuditEvent, IntentEnvelope, Rejection, StoredAuditEvent } from '@cotejo/audits-contracts';
import type { JsonValue } from '../model.ts';
import type { Parts } from './parts.ts';

export type Outcome = { readonly ok: true } | { readonly ok: false; readonly rejection: Rejection };

/** One intent with its author, as a node takes it in; `key` is (session, seq). */
export interface Submission {
  readonly key: string;
  readonly envelope: IntentEnvelope;
  readonly user: UserId;
}

/** What an intent came to: its events, none for a refusal. */
export interface Judgement {
  readonly submission: Submission;
  readonly role: Role;
  readonly outcome: Outcome;
  /** Version of the state that it was judged at. */
  readonly judgedAt: number;
  readonly events: readonly AuditEvent[];
}

/** What the journal remembers of an intent; `answeredAt` is the version that an answer waits for. */
export interface JournalEntry extends Judgement {
  readonly answeredAt: number;
  /** Head of the stream when the journal took it. */
  readonly head: number;
}

interface Snapshot {
  readonly version: number;
  readonly state: JsonValue;
  readonly document: Uint8Array;
}

/** One audit's stream with its journal: what a transaction of the real store does, in memory. */
export class SimulatedStore {
  readonly events: StoredAuditEvent[] = [];
  /** The commit behind each event; null for what no intent asked for (the lifecycle). */
  readonly commits: (JournalEntry | null)[] = [];
  readonly journal = new Map<string, JournalEntry>();
  snapshot: Snapshot | null = null;
  conflicts = 0;

  constructor(private readonly parts: Parts) {}

  get head(): number {
    return this.events.length - 1;
  }

  answered(key: string): JournalEntry | undefined {
    return this.parts.storeJournals ? this.journal.get(key) : undefined;
  }

  /** Events of a batch and its journal entries, all or nothing; false when the expected version is stale. */
  append(expected: number, batch: readonly Judgement[]): boolean {
    if (this.parts.storeChecksVersions && expected !== this.head) {
      this.conflicts++;
      return false;
    }
    for (const judgement of batch) {
      const answeredAt = this.head + judgement.events.length;
      const entry: JournalEntry = { ...judgement, answeredAt, head: this.head };
      for (const event of judgement.events)
        this.record(event, judgement.submission.user, entry, judgement.submission.envelope.operation);
      this.journal.set(judgement.submission.key, entry);
    }
    return true;
  }

  /** An event of the audit's lifecycle, which no intent of the kernel asks for. */
  appendLifecycle(expected: number, event: AuditEvent, user: UserId): boolean {
    if (expected !== this.head) return false;
    this.record(event, user, null, undefined);
    return true;
  }

  private record(
    event: AuditEvent,
    actor: UserId,
    commit: JournalEntry | null,
    operation: string | undefined,
  ): void {
    this.events.push(
      Object.freeze({
        ...event,
        version: this.events.length,
        actor,
        at: '2026-03-02T15:00:00.000Z',
        operation: operation ?? null,
      }),
    );
    this.commits.push(commit);
  }
}
