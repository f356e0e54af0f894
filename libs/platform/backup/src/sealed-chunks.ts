import { createCipheriv, createDecipheriv } from 'node:crypto';
import { BackupError } from './backup-error.ts';

/**
 * The STREAM construction (Hoang, Reyhanitabar, Rogaway, Vizár 2015): each chunk is sealed by itself under a
 * nonce of its number and whether it is the last, so that none can be dropped, moved, repeated or added
 * unnoticed, and nothing unproven is ever handed on. The key is used for one file alone.
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

/** Null when it is not what was sealed there. */
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

/** Seals what comes, in chunks of one size; the last, and only it, may be shorter. */
export async function* sealChunks(
  source: AsyncIterable<Buffer>,
  key: Buffer,
  header: Buffer,
): AsyncGenerator<Buffer> {
  let chunk = 0;
  let held: Buffer = Buffer.alloc(0);
  for await (const piece of source) {
    held = held.length === 0 ? piece : Buffer.concat([held, piece]);
    // One byte more than a chunk, or it might be the last.
    let from = 0;
    for (; held.length - from > CHUNK_BYTES; from += CHUNK_BYTES) {
      yield seal(key, header, chunk++, false, held.subarray(from, from + CHUNK_BYTES));
    }
    held = held.subarray(from);
  }
  yield seal(key, header, chunk, true, held);
}

/** Reads up to this many bytes at a place; fewer only at the file's end. */
export type ReadAt = (position: number, length: number) => Promise<Buffer>;

/**
 * The content of the sealed chunks that begin at `start`.
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

/** Surely cut off where a chunk is right but for being the last; a cut inside one looks like any change. */
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
