import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { DEFAULT_COST, deriveKeys, newSalt, requirePassphrase, sealOf, type Keys } from './derive-keys.ts';
import { encodeHeader } from './file-header.ts';
import { sealChunks } from './sealed-chunks.ts';
import { refuseExisting, writeNewFile } from './write-new-file.ts';

export interface BackupFileOptions {
  readonly file: string;
  readonly passphrase: string;
  /** log2 of scrypt's N. */
  readonly cost?: number | undefined;
}

/** Achieves most of the compression in a third of the time. */
const GZIP_LEVEL = 3;

/**
 * Compresses, seals and writes frames; resolves with the file's size in bytes.
 * @throws BackupError `passphrase_short`, `target_exists`, `not_writable`, `disk_full`; and errors of `frames`
 */
export async function writeBackupFile(
  { file, passphrase, cost = DEFAULT_COST }: BackupFileOptions,
  frames: AsyncGenerator<Buffer>,
): Promise<number> {
  requirePassphrase(passphrase);
  await refuseExisting(file);
  const salt = newSalt();
  const keys = await deriveKeys(passphrase, salt, cost);
  const gzip = createGzip({ level: GZIP_LEVEL });
  // Its failure ends the reading of `gzip` with that error.
  const piping = pipeline(Readable.from(frames), gzip).catch(() => undefined);
  try {
    return await writeNewFile(file, sealed(gzip, keys, encodeHeader(salt, cost)));
  } finally {
    gzip.destroy();
    await piping;
  }
}

async function* sealed(content: AsyncIterable<Buffer>, keys: Keys, header: Buffer): AsyncGenerator<Buffer> {
  yield Buffer.concat([header, sealOf(header, keys)]);
  yield* sealChunks(content, keys.content, header);
}
