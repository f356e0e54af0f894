import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { httpErrors, Refusal, type Upload } from '../contracts.ts';

export interface ReadUpload {
  readonly bytes: Uint8Array;
  /** Hexadecimal. */
  readonly sha256: string;
}

/**
 * Reads the whole body of a request; call it after the access check, so that unauthenticated requests can't fill the
 * server's memory.
 * @throws the error of `tooLarge` for more than `limit` bytes; Refusal `invalid_request` for an encoded body or one
 * that ends too early
 */
export async function readUpload(request: IncomingMessage, { limit, tooLarge }: Upload): Promise<ReadUpload> {
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') throw new Refusal(httpErrors, 'invalid_request');
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge();
  const chunks: Buffer[] = [];
  // Hashed chunk by chunk: hashing megabytes at once would block the event loop.
  const hash = createHash('sha256');
  let size = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      size += (chunk as Buffer).length;
      if (size > limit) break;
      chunks.push(chunk as Buffer);
      hash.update(chunk as Buffer);
    }
  } catch {
    throw new Refusal(httpErrors, 'invalid_request');
  }
  if (size > limit) throw tooLarge();
  return { bytes: Buffer.concat(chunks, size), sha256: hash.digest('hex') };
}
