import { setImmediate } from 'node:timers/promises';
import type { Principal } from '@cotejo/access-contracts';
import { auditErrors, type IntentEnvelope } from '@cotejo/audits-contracts';
import { Refusal } from '@cotejo/http/contracts';
import type { Outcome } from '@cotejo/rooms/protocol';
import type { AuditRoom } from '../audit-room.ts';
import { hashOrNull, partIdOf } from './command-identity.ts';
import { refusal, type Guard } from './decide-batch.ts';

export interface SubmitOptions {
  /** UUID that makes the submission idempotent: a repetition gets the same outcomes. */
  readonly command?: string;
  /** Timestamp to decide by and to record, ISO 8601 in UTC; default: the clock's. */
  readonly now?: string;
  /** Precondition checked, beside the rules, for each intent. */
  readonly guard?: Guard;
}

export interface Submitted {
  /** One outcome per envelope, in the same order. */
  readonly outcomes: readonly Outcome[];
  /** Audit version that includes all outcomes. */
  readonly version: number;
}

/** Bound to account and user, so that a user cannot replay another user's command and get its answer. */
export const submissionIdOf = ({ accountId, userId }: Principal, command: string): string =>
  partIdOf(command, `${accountId}/${userId}`);

/**
 * Submits intents to a room, in order; each is decided by itself.
 * @param rights the submitter's rights at the time of the decision; null once they may not act any more
 * @throws Refusal `forbidden` in that case, or `room_unavailable`
 */
export async function submitAll(
  room: AuditRoom,
  submitter: Principal,
  rights: () => Principal | null,
  envelopes: readonly IntentEnvelope[],
  { command, now, guard }: SubmitOptions,
): Promise<Submitted> {
  const identity = submissionIdOf(submitter, command ?? crypto.randomUUID());
  const settled = envelopes.map(
    (envelope, index) =>
      new Promise<{ outcome: Outcome; version: number }>((resolve, reject) => {
        const intentHash = hashOrNull(envelope.intent);
        if (intentHash === null) {
          return resolve({ outcome: refusal('invalid_intent'), version: room.hot.version });
        }
        room.submit({
          commandId: partIdOf(identity, index),
          intentHash,
          envelope,
          place: null,
          repeatable: command !== undefined,
          ...(now !== undefined && { now }),
          guard,
          principal: rights,
          settled: (outcome, version) => resolve({ outcome, version }),
          dropped: (why) => reject(why === 'session-ended' ? new Refusal(auditErrors, 'forbidden') : why),
        });
      }),
  );
  const results = await Promise.all(settled);
  // An operation submits one chunk after the other; between two of them the event loop serves other requests.
  if (envelopes.some(({ operation }) => operation !== undefined)) await setImmediate();
  const version = results.reduce((max, result) => Math.max(max, result.version), room.hot.version);
  return { outcomes: results.map(({ outcome }) => outcome), version };
}
