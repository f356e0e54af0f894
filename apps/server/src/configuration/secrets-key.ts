import { readFile, stat } from 'node:fs/promises';
import { words } from '../terminal/words.ts';

/** An unusable key, with a text. */
export class SecretsKeyError extends Error {
  override readonly name = 'SecretsKeyError';
}

const OTHERS = 0o077;
/** Bytes; `openssl rand -base64 32` writes more. */
const LEAST_BYTES = 32;

/**
 * Content of `SECRETS_KEY_FILE`; null if it is not set.
 * @throws SecretsKeyError when the file is unreadable, readable by other users, or too short for a key
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
