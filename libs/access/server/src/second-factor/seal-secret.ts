import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/** Derives one key of two, so that neither the database nor the key file alone is sufficient. */
export const sealingKey = (ofFile: Buffer, ofDatabase: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', ofFile, ofDatabase, 'cotejo totp', KEY_BYTES));

export interface Opened {
  readonly secret: string;
  /** The key that opened it. */
  readonly key: Buffer;
}

/** Tries all keys; throws as `openSecret` when none fits. */
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
 * Encrypts a secret (AES-256-GCM), so that a row of the vault alone is useless; `owner` is bound to it, so that a row
 * copied to another user is useless too.
 */
export function sealSecret(key: Buffer, owner: string, secret: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Throws when the bytes were changed, belong to another owner, or were sealed with another key. */
export function openSecret(key: Buffer, owner: string, bytes: Buffer): string {
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(CIPHER, key, nonce).setAAD(Buffer.from(owner)).setAuthTag(tag);
  const sealed = bytes.subarray(NONCE_BYTES + TAG_BYTES);
  return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8');
}
