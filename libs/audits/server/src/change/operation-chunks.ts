import type { KernelIntent } from '@cotejo/audits-contracts';

/** Intents of one append of an operation: about 4 ms of judging and folding, for which other requests wait. */
const CHUNK_ITEMS = 60;
/** Bytes of intents in one append; their events are of about the same size. */
export const CHUNK_BYTES = 256 * 1024;

/** Splits the intents of an operation into those of one append each, in their order. */
export function* chunksOf(intents: Iterable<KernelIntent>): Iterable<readonly KernelIntent[]> {
  let chunk: KernelIntent[] = [];
  let bytes = 0;
  for (const intent of intents) {
    const size = sizeOf(intent);
    if (chunk.length === CHUNK_ITEMS || (chunk.length > 0 && bytes + size > CHUNK_BYTES)) {
      yield chunk;
      [chunk, bytes] = [[], 0];
    }
    chunk.push(intent);
    bytes += size;
  }
  if (chunk.length > 0) yield chunk;
}

/** Bytes of intents as JSON. */
export const sizeOf = (intents: KernelIntent | readonly KernelIntent[]): number =>
  Buffer.byteLength(JSON.stringify(intents));
