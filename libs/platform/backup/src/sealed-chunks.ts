import { createCipheriv, createDecipheriv } from 'node:crypto';
import { BackupError } from './backup-error.ts';

/**
 * The STREAM construction (Hoang, Reyhanitabar, Rogaway, Vizár 2015): each chunk is sealed separately under a nonce
 * made of its number and a last-chunk flag, so that dropping, moving, repeating or adding a chunk is detected, and no
 * unauthenticated content is passed on. The key is used for a single file.
 */
const CHUNK_BYTES = 64 * 1024;
const TAG_BYTES = 16;
export const SEALED_CHUNK_BYTES = CHUNK_BYTES + TAG_BYTES;

const CIPHER = 'aes-256-gcm';

function nonceOf(chunk: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(chunk), 3);
  nonce[11] = last ? 1 : 0;
  return nonce;
}

function seal(key: Buffer, header: Buffer, chunk: number, last: boolean, content: Buffer): Buffer {
  const cipher = createCipheriv(CIPHER, key, nonceOf(chunk, last), { authTagLength: TAG_BYTES });
  cipher.setAAD(header);
  return Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

/** Null when authentication fails. */
function unseal(key: Buffer, header: Buffer, chunk: number, last: boolean, sealed: Buffer): Buffer | null {
  if (sealed.length < TAG_BYTES) return null;
  const cipher = createDecipheriv(CIPHER, key, nonceOf(chunk, last), { authTagLength: TAG_BYTES });
  cipher.setAAD(header);
  cipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
  try {
    const content = cipher.update(sealed.subarray(0, sealed.length - TAG_BYTES));
    return Buffer.concat([content, cipher.final()]);
  } catch {
    return null;
  }
}

/** Seals a stream in chunks of one size; only the last may be shorter. */
export async function* sealChunks(
  source: AsyncIterable<Buffer>,
  key: Buffer,
  header: Buffer,
): AsyncGenerator<Buffer> {
  let chunk = 0;
  let held: Buffer = Buffer.alloc(0);
  for await (const piece of source) {
    held = held.length === 0 ? piece : Buffer.concat([held, piece]);
    // Holds back one byte more than a chunk, since the chunk might be the last.
    let from = 0;
    for (; held.length - from > CHUNK_BYTES; from += CHUNK_BYTES) {
      yield seal(key, header, chunk++, false, held.subarray(from, from + CHUNK_BYTES));
    }
    held = held.subarray(from);
  }
  yield seal(key, header, chunk, true, held);
}

/** Reads up to this many bytes at a position; fewer only at the end of the file. */
export type ReadAt = (position: number, length: number) => Promise<Buffer>;

/**
 * Decrypted content of the sealed chunks that begin at `start`.
 * @throws BackupError `truncated`, `altered`
 */
export async function* openChunks(
  readAt: ReadAt,
  start: number,
  key: Buffer,
  header: Buffer,
): AsyncGenerator<Buffer> {
  let position = start;
  let sealed = await readAt(position, SEALED_CHUNK_BYTES);
  for (let chunk = 0; ; chunk += 1) {
    position += sealed.length;
    const next = await readAt(position, SEALED_CHUNK_BYTES);
    const last = next.length === 0;
    const content = unseal(key, header, chunk, last, sealed);
    if (content === null) throw explainFault(key, header, chunk, last, sealed);
    yield content;
    if (last) return;
    sealed = next;
  }
}

/**
 * Truncation is certain only if a chunk is valid except for the last-chunk flag; a cut inside a chunk looks like any
 * change.
 */
function explainFault(
  key: Buffer,
  header: Buffer,
  chunk: number,
  last: boolean,
  sealed: Buffer,
): BackupError {
  const rightOtherwise = unseal(key, header, chunk, !last, sealed) !== null;
  return new BackupError(last && rightOtherwise ? 'truncated' : 'altered');
}
