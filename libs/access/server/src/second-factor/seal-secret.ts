import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/** One key of two: who holds the database alone, or the file alone, opens nothing. */
export const sealingKey = (ofFile: Buffer, ofDatabase: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', ofFile, ofDatabase, 'cotejo totp', KEY_BYTES));

export interface Opened {
  readonly secret: string;
  /** Which of the keys it was sealed with. */
  readonly key: Buffer;
}

/** By whichever of the keys it was sealed with; throws as `openSecret` when it was none of them. */
export function openWith(keys: readonly Buffer[], owner: string, bytes: Buffer): Opened {
  let fault: unknown = new Error('No key to open a secret with');
  for (const key of keys) {
    try {
      return { secret: openSecret(key, owner, bytes), key };
    } catch (error) {
      fault = error;
    }
  }
  throw fault;
}

/**
 * Encrypts a secret (AES-256-GCM) so that a row of the vault alone opens nothing; `owner` is bound to it, so
 * that a row moved to somebody else does not either.
 */
export function sealSecret(key: Buffer, owner: string, secret: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Throws when the bytes were changed, are of another owner, or were sealed with another key. */
export function openSecret(key: Buffer, owner: string, bytes: Buffer): string {
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(CIPHER, key, nonce).setAAD(Buffer.from(owner)).setAuthTag(tag);
  const sealed = bytes.subarray(NONCE_BYTES + TAG_BYTES);
  return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8');
}
