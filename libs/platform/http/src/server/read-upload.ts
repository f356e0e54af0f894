import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { httpErrors, Refusal, type Upload } from '../contracts.ts';

export interface ReadUpload {
  readonly bytes: Uint8Array;
  /** In hex. */
  readonly sha256: string;
}

/**
 * The whole body of a request, once its sender is let in: nobody makes the server hold megabytes
 * before it knows who asks.
 * @throws what `tooLarge` gives, for more than `limit` bytes; Refusal `invalid_request` for an encoded body or
 * one that ends too early
 */
export async function readUpload(request: IncomingMessage, { limit, tooLarge }: Upload): Promise<ReadUpload> {
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') throw new Refusal(httpErrors, 'invalid_request');
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge();
  const chunks: Buffer[] = [];
  // Piece by piece: hashing megabytes at once would hold the thread.
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
