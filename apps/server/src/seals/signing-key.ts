import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createLogSigner, newSigningKey, type LogSigner } from '@cotejo/event-store/archive';
import { words } from '../terminal/words.ts';

/** Location of the key that seals the log. */
export interface KeyPlace {
  readonly dataDir: string;
  /** `LOG_SIGNING_KEY_FILE`: key shared by several nodes; never created automatically. */
  readonly logSigningKeyFile: string | undefined;
}

/** An unusable key, with a text. */
export class SigningKeyError extends Error {
  override readonly name = 'SigningKeyError';
}

const OTHERS = 0o077;

export const signingKeyFile = ({ dataDir, logSigningKeyFile }: KeyPlace): string =>
  logSigningKeyFile ?? join(dataDir, 'keys', 'log-signing.pem');

/**
 * The key that seals the log; null if there is none.
 * @throws SigningKeyError when the file is no key, other users may read it, or the one named by
 * `LOG_SIGNING_KEY_FILE` is unreadable; other errors of the file system
 */
export async function readSigningKey(place: KeyPlace): Promise<LogSigner | null> {
  const file = signingKeyFile(place);
  let pem: string;
  try {
    if (((await stat(file)).mode & OTHERS) !== 0 && process.platform !== 'win32') {
      throw new SigningKeyError(words('log.key_open_to_others', { file }));
    }
    pem = await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof SigningKeyError) throw error;
    if (place.logSigningKeyFile === undefined) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
      throw error;
    }
    throw new SigningKeyError(words('log.key_unreadable', { file, reason: String(error) }));
  }
  try {
    return createLogSigner(pem);
  } catch {
    throw new SigningKeyError(words('log.key_none', { file }));
  }
}

/** The key; created if missing. */
export async function makeSigningKey(place: KeyPlace): Promise<{ signer: LogSigner; isNew: boolean }> {
  const there = await readSigningKey(place);
  if (there) return { signer: there, isNew: false };
  const file = signingKeyFile(place);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomUUID()}`;
  const handle = await open(draft, 'wx', 0o600);
  let isNew = true;
  try {
    await handle.writeFile(newSigningKey());
    await handle.sync();
    // `link` creates the file atomically and never overwrites the key of a concurrent process.
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
      isNew = false;
    });
  } finally {
    await handle.close();
    await rm(draft, { force: true });
  }
  const signer = await readSigningKey(place);
  if (!signer) throw new SigningKeyError(words('log.key_none', { file }));
  return { signer, isNew };
}
