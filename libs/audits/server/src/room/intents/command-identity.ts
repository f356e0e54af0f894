import { createHash } from 'node:crypto';
import { canonicalJson, type JsonValue } from '@cotejo/event-store';
import { v5 as uuidV5 } from 'uuid';

/** UUID v5 namespace of this product's command ids: a random UUID that must never change. */
const COMMANDS = '6c1f7f0e-9a3b-4f52-8a57-2f3f4b0f5d11';

/** Identifies one intent permanently, across retries, nodes and connections. */
export interface IntentIdentity {
  readonly account: string;
  readonly user: string;
  /** Client-made UUID of the outbox's session. */
  readonly session: string;
  readonly seq: number;
}

/** Bound to account and user, so that a user cannot replay another user's command and get its answer. */
export function commandIdOf(identity: IntentIdentity): string {
  const { account, user, session, seq } = identity;
  return uuidV5(`${account}/${user}/${session}/${seq}`, COMMANDS);
}

/** Id derived from a command: for its nth event, or for the nth intent of one submission. */
export function partIdOf(commandId: string, part: string | number): string {
  return uuidV5(String(part), commandId);
}

/**
 * Hex SHA-256 of the canonical JSON of the request, not of its result.
 * @throws TypeError for values that JSON cannot represent
 */
export function intentHashOf(intent: JsonValue): string {
  return createHash('sha256').update(canonicalJson(intent)).digest('hex');
}

/**
 * `intentHashOf` for untrusted input; null when it has no canonical form (lone surrogates, excessive
 * nesting).
 */
export function hashOrNull(intent: object): string | null {
  try {
    return intentHashOf(intent as JsonValue);
  } catch {
    return null;
  }
}
