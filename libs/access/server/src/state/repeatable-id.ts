import { createHash, randomUUID } from 'node:crypto';
import type { UserId } from '@cotejo/access-contracts';

/**
 * A UUID for something that a call makes: the same for the same call (by its `Idempotency-Key`) of the same
 * person, so that a half-done call goes on where it stopped; random without a key.
 */
export function repeatableId(kind: string, author: UserId, key: string | undefined): string {
  if (key === undefined) return randomUUID();
  const hash = createHash('sha256')
    .update(JSON.stringify([kind, author, key]))
    .digest('hex');
  const variant = ((Number.parseInt(hash.charAt(16), 16) & 3) | 8).toString(16);
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `${variant}${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
}
