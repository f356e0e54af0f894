import { z } from 'zod';
import { BackupError } from './backup-error.ts';
import { COST_RANGE } from './derive-keys.ts';

/**
 * A backup begins unencrypted with 8 bytes of magic, 2 of version, 2 of length, the header's JSON and 32 bytes of its
 * seal; sealed chunks follow (sealed-chunks.ts).
 */
const MAGIC = Buffer.from('COTEJOBK', 'latin1');
const VERSION = 1;
export const SEAL_BYTES = 32;
/** Magic, version and length. */
export const PREAMBLE_BYTES = MAGIC.length + 4;

const headerSchema = z.strictObject({
  kdf: z.literal('scrypt'),
  /** log2 of N; r is 8 and p is 1. */
  cost: z.number().int().min(COST_RANGE.min).max(COST_RANGE.max),
  salt: z.base64().length(44),
  cipher: z.literal('aes-256-gcm-stream'),
  compression: z.literal('gzip'),
});
export type FileHeader = z.infer<typeof headerSchema>;

/** The header's bytes, preamble included: authenticated by its seal and by every chunk. */
export function encodeHeader(salt: Buffer, cost: number): Buffer {
  const header: FileHeader = {
    kdf: 'scrypt',
    cost,
    salt: salt.toString('base64'),
    cipher: 'aes-256-gcm-stream',
    compression: 'gzip',
  };
  const json = Buffer.from(JSON.stringify(header));
  const numbers = Buffer.alloc(4);
  numbers.writeUInt16BE(VERSION, 0);
  numbers.writeUInt16BE(json.length, 2);
  return Buffer.concat([MAGIC, numbers, json]);
}

/**
 * Length of the JSON that follows the preamble.
 * @throws BackupError `not_a_backup`, `unknown_version`
 */
export function readPreamble(preamble: Buffer): number {
  if (preamble.length < PREAMBLE_BYTES || !preamble.subarray(0, MAGIC.length).equals(MAGIC))
    throw new BackupError('not_a_backup');
  const version = preamble.readUInt16BE(MAGIC.length);
  if (version !== VERSION) throw new BackupError('unknown_version', { found: version, known: VERSION });
  return preamble.readUInt16BE(MAGIC.length + 2);
}

/** @throws BackupError `altered` */
export function readHeader(json: Buffer): FileHeader {
  try {
    return headerSchema.parse(JSON.parse(json.toString('utf8')));
  } catch (cause) {
    throw new BackupError('altered', {}, { cause });
  }
}
