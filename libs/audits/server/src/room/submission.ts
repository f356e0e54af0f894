import type { Principal } from '@cotejo/access-contracts';
import { auditErrors, type IntentEnvelope, type Rejection } from '@cotejo/audits-contracts';
import { Refusal } from '@cotejo/http/contracts';
import type { Outcome } from '@cotejo/rooms/protocol';
import type { OutboxPlace } from './answer-memory.ts';
import type { Guard, Judgeable, Objection } from './decide-batch.ts';

/** An intent that somebody waits for. */
export interface Submission {
  readonly commandId: string;
  readonly intentHash: string;
  readonly envelope: IntentEnvelope;
  /** Where it stands in a person's outbox; null for what the server itself submits. */
  readonly place: OutboxPlace | null;
  /** True when the same may have been submitted before. */
  readonly repeatable: boolean;
  /** The person's rights at the moment of judgement; null once the session ended. */
  readonly principal: () => Principal | null;
  /** Moment to judge by instead of the clock's, ISO 8601. */
  readonly now?: string;
  readonly guard?: Guard | undefined;
  /** Why it is refused whatever the audit holds; it keeps its place in the order of answers. */
  readonly refusal?: Rejection | undefined;
  settled(outcome: Outcome, version: number): void;
  /** No answer: the session ended, or the room was given up with the outcome unknown. */
  dropped(why: 'session-ended' | Refusal): void;
}

/** An intent in the queue, and everybody who waits for it (a client that came back asks again). */
export interface Waiting extends Judgeable {
  envelope: IntentEnvelope;
  isSealed: boolean;
  /** Whether other audits were asked; what they have against it is its guard or its objection. */
  isAsked: boolean;
  guard: Guard | undefined;
  objection?: Objection | undefined;
  readonly first: Submission;
  readonly askers: Submission[];
}

/** The room was given up; whoever asks again comes to the next one. */
export const unavailable = (): Refusal => new Refusal(auditErrors, 'room_unavailable');

/** Tells everybody who waits for an intent that there is no answer. */
export function tellDropped(one: Waiting, why: 'session-ended' | Refusal): void {
  for (const asker of one.askers) asker.dropped(why);
}

/** The rights of the person as of now, by whichever of their sessions still lives. */
export function principalOf(one: Waiting): Principal | null {
  for (const asker of one.askers) {
    const principal = asker.principal();
    if (principal) return principal;
  }
  return null;
}
