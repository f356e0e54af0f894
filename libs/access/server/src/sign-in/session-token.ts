import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { sessionId, type SessionId } from '@cotejo/access-contracts';

const ID_BYTES = 16;
const SECRET_BYTES = 32;

export interface SessionToken {
  /** Stored by the browser. */
  readonly token: string;
  /** Stored in the vault. */
  readonly hash: Buffer;
}

const digest = (token: string): Buffer => createHash('sha256').update(token).digest();

/** A new token: the session's id and 256 random bits, in base64url. */
export function newToken(id: SessionId): SessionToken {
  const idBytes = Buffer.from(id.replaceAll('-', ''), 'hex');
  const token = Buffer.concat([idBytes, randomBytes(SECRET_BYTES)]).toString('base64url');
  return { token, hash: digest(token) };
}

/** The session id in a token; null when the token is malformed. */
export function sessionOfToken(token: string): SessionId | null {
  const bytes = Buffer.from(token, 'base64url');
  // Only the canonical encoding: base64 decoders skip unknown characters.
  if (bytes.length !== ID_BYTES + SECRET_BYTES || bytes.toString('base64url') !== token) return null;
  const hex = bytes.subarray(0, ID_BYTES).toString('hex');
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const parsed = sessionId.safeParse(id);
  return parsed.success ? parsed.data : null;
}

/** Cache key of a token that does not reveal it. */
export const keyOfToken = (token: string): string => digest(token).toString('base64');

export function tokenMatches(token: string, hash: Buffer): boolean {
  const own = digest(token);
  return own.length === hash.length && timingSafeEqual(own, hash);
}
