import { createHash, randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { httpErrors, Refusal, type Upload } from '../contracts.ts';

/** The body of an upload, in a file that exists until the request is answered. */
export interface ReadUpload {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/**
 * Writes the body of a request into a temporary file; call it after the access check, so that unauthenticated requests
 * can't fill the disk. In memory, a body of many megabytes would make the garbage collector stop the server.
 * @throws the error of `tooLarge` for more than `limit` bytes; Refusal `invalid_request` for an encoded body or one
 * that ends too early
 */
export async function readUpload(request: IncomingMessage, upload: Upload): Promise<ReadUpload> {
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') throw new Refusal(httpErrors, 'invalid_request');
  if (Number(request.headers['content-length'] ?? 0) > upload.limit) throw upload.tooLarge();
  const path = join(tmpdir(), `cotejo-upload-${randomUUID()}`);
  try {
    return { path, ...(await writeBody(request, path, upload)) };
  } catch (error) {
    await removeUpload({ path });
    throw error;
  }
}

export const removeUpload = ({ path }: Pick<ReadUpload, 'path'>): Promise<void> => rm(path, { force: true });

async function writeBody(
  request: IncomingMessage,
  path: string,
  { limit, tooLarge }: Upload,
): Promise<Omit<ReadUpload, 'path'>> {
  // Hashed chunk by chunk: hashing megabytes at once would block the event loop.
  const hash = createHash('sha256');
  let size = 0;
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of bodyOf(request)) {
      size += chunk.length;
      if (size > limit) throw tooLarge();
      hash.update(chunk);
      await file.writeFile(chunk);
    }
  } finally {
    await file.close();
  }
  return { size, sha256: hash.digest('hex') };
}

/** @throws Refusal `invalid_request` where the connection ends before the body */
async function* bodyOf(request: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) yield chunk as Buffer;
  } catch {
    throw new Refusal(httpErrors, 'invalid_request');
  }
}
