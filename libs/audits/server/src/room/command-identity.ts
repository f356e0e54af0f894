import { createHash } from 'node:crypto';
import { canonicalJson, type JsonValue } from '@cotejo/event-store';
import { v5 as uuidV5 } from 'uuid';

/** Namespace of this product's commands (a random UUID, fixed for ever). */
const COMMANDS = '6c1f7f0e-9a3b-4f52-8a57-2f3f4b0f5d11';

/** What makes an intent the same intent for ever, and nobody else's. */
export interface IntentIdentity {
  readonly account: string;
  readonly user: string;
  /** Client-made UUID of the outbox's session. */
  readonly session: string;
  readonly seq: number;
}

/** Bound to account and user, so that nobody can replay another's answer. */
export function commandIdOf(identity: IntentIdentity): string {
  const { account, user, session, seq } = identity;
  return uuidV5(`${account}/${user}/${session}/${seq}`, COMMANDS);
}

/** Id of a part of a command: its nth event, or the nth intent of one submission. */
export function partIdOf(commandId: string, part: string | number): string {
  return uuidV5(String(part), commandId);
}

/**
 * Hex SHA-256 of the canonical JSON of what was asked, not of what came of it.
 * @throws TypeError for what JSON cannot say
 */
export function intentHashOf(intent: JsonValue): string {
  return createHash('sha256').update(canonicalJson(intent)).digest('hex');
}

/** The same of what came from outside; null when it has no canonical form (lone surrogates, endless nesting). */
export function hashOrNull(intent: object): string | null {
  try {
    return intentHashOf(intent as JsonValue);
  } catch {
    return null;
  }
}
