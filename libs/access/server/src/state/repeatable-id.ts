import { randomUUID } from 'node:crypto';
import type { UserId } from '@cotejo/access-contracts';
import { uuidOf } from '@cotejo/http/server';

/**
 * Id of an entity created by a call: deterministic for the same user and `Idempotency-Key`, so that a repeated call
 * continues where the first one stopped; random without a key.
 */
export const repeatableId = (kind: string, author: UserId, key: string | undefined): string =>
  key === undefined ? randomUUID() : uuidOf(JSON.stringify([kind, author, key]));
