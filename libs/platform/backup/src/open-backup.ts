import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { BackupError } from './backup-error.ts';
import { deriveKeys, isSealOf } from './derive-keys.ts';
import { PREAMBLE_BYTES, readHeader, readPreamble, SEAL_BYTES } from './file-header.ts';
import { decodeFrames, type Frame } from './frames.ts';
import { openChunks, type ReadAt } from './sealed-chunks.ts';

/**
 * A backup opened with the right passphrase. The file stays open, so that every reading is of one and the same file.
 */
export interface OpenBackup {
  /** Size of the file. */
  readonly bytes: number;
  /**
   * Frames from the first on; may be read repeatedly, but not concurrently.
   * @throws BackupError `truncated`, `altered`, `inconsistent`, at the frame concerned
   */
  frames(): AsyncGenerator<Frame, void>;
  close(): Promise<void>;
}

/** @throws BackupError `unreadable`, `not_a_backup`, `unknown_version`, `altered`, `wrong_passphrase` */
export async function openBackup(file: string, passphrase: string): Promise<OpenBackup> {
  const handle = await open(file, 'r').catch((cause: unknown) => {
    throw unreadable(file, cause);
  });
  try {
    const info = await handle.stat();
    if (!info.isFile()) throw new BackupError('unreadable', { file, reason: 'EISDIR' });
    const readAt: ReadAt = async (position, length) => {
      const buffer = Buffer.allocUnsafe(length);
      let filled = 0;
      while (filled < length) {
        const { bytesRead } = await handle.read(buffer, filled, length - filled, position + filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      return buffer.subarray(0, filled);
    };
    const preamble = await readAt(0, PREAMBLE_BYTES);
    const json = await readAt(PREAMBLE_BYTES, readPreamble(preamble));
    const { salt, cost } = readHeader(json);
    const header = Buffer.concat([preamble, json]);
    const seal = await readAt(header.length, SEAL_BYTES);
    if (seal.length < SEAL_BYTES) throw new BackupError('truncated');
    const keys = await deriveKeys(passphrase, Buffer.from(salt, 'base64'), cost);
    if (!isSealOf(seal, header, keys)) throw new BackupError('wrong_passphrase');
    const start = header.length + SEAL_BYTES;
    return {
      bytes: info.size,
      frames: () => decodeFrames(unzip(openChunks(readAt, start, keys.content, header))),
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function unreadable(file: string, cause: unknown): BackupError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '?';
  return new BackupError('unreadable', { file, reason: code }, { cause });
}

async function* unzip(source: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  const fault = pipeline(Readable.from(source), gunzip).then(
    () => null,
    (error: unknown) => error,
  );
  try {
    for await (const piece of gunzip) yield piece as Buffer;
    // Bytes after the end of the compressed content must be authentic, too.
    const late = await fault;
    if (late instanceof Error) throw late;
  } catch (error) {
    // Content that cannot be inflated was sealed in that state.
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw code.startsWith('Z_') ? new BackupError('inconsistent', {}, { cause: error }) : error;
  } finally {
    gunzip.destroy();
    await fault;
  }
}
