import { readFile, stat } from 'node:fs/promises';
import { words } from '../terminal/words.ts';

/** A key that cannot be used, in words. */
export class SecretsKeyError extends Error {
  override readonly name = 'SecretsKeyError';
}

const OTHERS = 0o077;
/** What `openssl rand -base64 32` writes, and more. */
const LEAST_BYTES = 32;

/**
 * What `SECRETS_KEY_FILE` holds; null where it is not set.
 * @throws SecretsKeyError when it cannot be read, others may read it, or it is too short to be a key
 */
export async function readSecretsKey(file: string | undefined): Promise<Buffer | null> {
  if (file === undefined) return null;
  let key: Buffer;
  let mode: number;
  try {
    [key, { mode }] = await Promise.all([readFile(file), stat(file)]);
  } catch (error) {
    throw new SecretsKeyError(words('secrets_key.unreadable', { file, reason: String(error) }));
  }
  if ((mode & OTHERS) !== 0 && process.platform !== 'win32') {
    throw new SecretsKeyError(words('secrets_key.open_to_others', { file }));
  }
  if (key.length < LEAST_BYTES) throw new SecretsKeyError(words('secrets_key.short', { file }));
  return key;
}
