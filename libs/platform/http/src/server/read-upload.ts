import type { IncomingMessage } from 'node:http';
import { httpErrors, Refusal } from '../contracts.ts';

/**
 * The whole body of a request, once the door has let its sender in: nobody makes the server hold megabytes
 * before it knows who asks.
 * @throws what `tooLarge` gives, for more than `limit` bytes; Refusal `invalid_request` for an encoded body or
 * one that ends too early
 */
export async function readUpload(
  request: IncomingMessage,
  limit: number,
  tooLarge: () => Refusal,
): Promise<Uint8Array> {
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') throw new Refusal(httpErrors, 'invalid_request');
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      size += (chunk as Buffer).length;
      if (size > limit) break;
      chunks.push(chunk as Buffer);
    }
  } catch {
    throw new Refusal(httpErrors, 'invalid_request');
  }
  if (size > limit) throw tooLarge();
  return Buffer.concat(chunks, size);
}
