import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createGzip } from 'node:zlib';
import { ArchiveError, readLines } from '@cotejo/event-store/archive';

/** Bytes: lines are joined into chunks of this size to reduce writes. */
const PIECE = 256 * 1_024;

export const isGzip = (file: string): boolean => file.endsWith('.gz');

export interface ReadLogFileOptions {
  /** Ignores an incomplete last line. */
  readonly dropCut?: boolean;
}

/**
 * Lines of an export, unpacked if the name ends in `.gz`.
 * @throws ArchiveError, or errors of the file system
 */
export async function* readLogFile(
  file: string,
  options: ReadLogFileOptions = {},
  packed = isGzip(file),
): AsyncGenerator<string, void, undefined> {
  const source = createReadStream(file, { highWaterMark: PIECE });
  if (!packed) {
    yield* readLines(source, options);
    return;
  }
  const gunzip = createGunzip({
    chunkSize: PIECE,
    ...(options.dropCut === true ? { finishFlush: constants.Z_SYNC_FLUSH } : {}),
  });
  // `pipe` does not forward errors: without this, a read error would never reach the reader.
  source.once('error', (error) => gunzip.destroy(error));
  source.pipe(gunzip);
  try {
    yield* readLines(gunzip, options);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!code.startsWith('Z_') && code !== 'ERR_PADDING_IN_COMPRESSED_FILE') throw error;
    throw new ArchiveError('gzip', { reason: code, cause: error });
  } finally {
    source.destroy();
    gunzip.destroy();
  }
}

/**
 * Writes lines, with their line ends, to a new file or to the end of an existing one, packed if its name ends
 * in `.gz`.
 */
export async function writeLogFile(
  target: string,
  lines: AsyncIterable<string>,
  options: { readonly packed: boolean; readonly append?: boolean; readonly signal?: AbortSignal },
): Promise<void> {
  const handle = await open(target, options.append === true ? 'a' : 'wx', 0o600);
  const write = async (chunks: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of chunks) await handle.writeFile(chunk);
  };
  try {
    const { signal } = options;
    if (options.packed) await pipeline(pieces(lines), createGzip({ level: 4 }), write, { signal });
    else await write(pieces(lines));
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export async function* pieces(lines: AsyncIterable<string>): AsyncGenerator<Buffer, void, undefined> {
  let piece = '';
  for await (const line of lines) {
    piece += line;
    if (piece.length < PIECE) continue;
    yield Buffer.from(piece);
    piece = '';
  }
  if (piece !== '') yield Buffer.from(piece);
}

export const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );
