import type { Principal } from '@cotejo/access-contracts';
import { auditErrors, type IntentEnvelope, type Rejection } from '@cotejo/audits-contracts';
import { Refusal } from '@cotejo/http/contracts';
import type { Outcome } from '@cotejo/rooms/protocol';
import type { OutboxPlace } from './answer-memory.ts';
import type { Guard, Judgeable, Objection } from './decide-batch.ts';

/** An intent together with the callbacks of its caller. */
export interface Submission {
  readonly commandId: string;
  readonly intentHash: string;
  readonly envelope: IntentEnvelope;
  /** Position in a user's outbox; null for intents that the server itself submits. */
  readonly place: OutboxPlace | null;
  /** True when the intent may have been submitted before. */
  readonly repeatable: boolean;
  /** The user's rights at the time of the decision; null once the session ended. */
  readonly principal: () => Principal | null;
  /** Timestamp used instead of the clock's, ISO 8601. */
  readonly now?: string;
  readonly guard?: Guard | undefined;
  /**
   * Rejection that applies whatever the audit's state; the intent still keeps its place in the order of
   * answers.
   */
  readonly refusal?: Rejection | undefined;
  settled(outcome: Outcome, version: number): void;
  /** No answer: the session ended, or the room was dropped with the outcome unknown. */
  dropped(why: 'session-ended' | Refusal): void;
}

/** A queued intent with all its callers: a client that reconnected submits it again. */
export interface Waiting extends Judgeable {
  envelope: IntentEnvelope;
  isSealed: boolean;
  /** Whether other audits were queried; the result is stored as `guard` or `objection`. */
  isAsked: boolean;
  guard: Guard | undefined;
  objection?: Objection | undefined;
  readonly first: Submission;
  readonly askers: Submission[];
}

/** The room was dropped; a retry gets a newly loaded one. */
export const unavailable = (): Refusal => new Refusal(auditErrors, 'room_unavailable');

/** Notifies all callers of an intent that it gets no answer. */
export function tellDropped(one: Waiting, why: 'session-ended' | Refusal): void {
  for (const asker of one.askers) asker.dropped(why);
}

/** The user's current rights, through any of the callers' sessions that is still alive. */
export function principalOf(one: Waiting): Principal | null {
  for (const asker of one.askers) {
    const principal = asker.principal();
    if (principal) return principal;
  }
  return null;
}
