import { createHash } from 'node:crypto';
import { canonicalJson, type JsonValue } from '@cotejo/event-store';

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
  return uuidV5(COMMANDS, `${account}/${user}/${session}/${seq}`);
}

/** Id of a part of a command: its nth event, or the nth intent of one submission. */
export function partIdOf(commandId: string, part: string | number): string {
  return uuidV5(commandId, String(part));
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

/** RFC 9562, section 5.5. */
export function uuidV5(namespace: string, name: string): string {
  const bytes = createHash('sha1')
    .update(Buffer.from(namespace.replaceAll('-', ''), 'hex'))
    .update(name)
    .digest()
    .subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [8, 12, 16, 20, 32].map((end, index, ends) => hex.slice(ends[index - 1] ?? 0, end)).join('-');
}
