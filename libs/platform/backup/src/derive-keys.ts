import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { BackupError } from './backup-error.ts';

export const MIN_PASSPHRASE = 12;
/** log2 of scrypt's N. A guess then costs 128 MiB and about half a second. */
export const DEFAULT_COST = 17;
/** Allowed cost, so that a crafted file can't demand unbounded work or memory from its reader. */
export const COST_RANGE = { min: 14, max: 20 } as const;

const BLOCK_SIZE = 8;
const SALT_BYTES = 32;

export interface Keys {
  /** Key of the sealed content. */
  readonly content: Buffer;
  /** Key of the header's seal (HMAC). */
  readonly header: Buffer;
}

export const newSalt = (): Buffer => randomBytes(SALT_BYTES);

/** @throws BackupError `passphrase_short` */
export function requirePassphrase(passphrase: string): void {
  const length = [...passphrase].length;
  if (length < MIN_PASSPHRASE) throw new BackupError('passphrase_short', { minimum: MIN_PASSPHRASE });
}

/** Both keys of one file; its salt makes them unique. */
export async function deriveKeys(passphrase: string, salt: Buffer, cost: number): Promise<Keys> {
  const N = 2 ** cost;
  const both = await new Promise<Buffer>((resolve, reject) => {
    // Terminals encode accented letters composed or decomposed.
    scrypt(
      passphrase.normalize('NFC'),
      salt,
      64,
      { N, r: BLOCK_SIZE, p: 1, maxmem: 256 * N * BLOCK_SIZE },
      (error, key) => (error ? reject(error) : resolve(key)),
    );
  });
  return { content: both.subarray(0, 32), header: both.subarray(32) };
}

export const sealOf = (header: Buffer, keys: Keys): Buffer =>
  createHmac('sha256', keys.header).update(header).digest();

export const isSealOf = (seal: Buffer, header: Buffer, keys: Keys): boolean =>
  timingSafeEqual(seal, sealOf(header, keys));
