import { randomUUID } from 'node:crypto';
import type { UserId } from '@cotejo/access-contracts';
import { uuidOf } from '@cotejo/http/server';

/**
 * A UUID for something that a call makes: the same for the same call (by its `Idempotency-Key`) of the same
 * person, so that a half-done call goes on where it stopped; random without a key.
 */
export const repeatableId = (kind: string, author: UserId, key: string | undefined): string =>
  key === undefined ? randomUUID() : uuidOf(JSON.stringify([kind, author, key]));
