import { createHash, randomUUID } from 'node:crypto';
import type { Principal } from '@cotejo/access-contracts';
import { httpErrors, idempotencyKey, Refusal } from '@cotejo/http/contracts';

/** What a call writes under. */
export interface CallIdentity {
  /** Names what is submitted for ever; absent when the call can't be repeated. */
  readonly command: string | undefined;
  /** Id of what the call makes, unless its body brings one. */
  readonly id: string;
}

/**
 * Repeated under its `Idempotency-Key`, a call writes under the ids that it had the first time, so that a lost
 * answer costs nothing twice.
 * @throws Refusal `invalid_request` for a malformed key
 */
export function callIdentity(header: string | undefined, principal: Principal): CallIdentity {
  const key = idempotencyKey.safeParse(header);
  if (!key.success) throw new Refusal(httpErrors, 'invalid_request');
  if (key.data === undefined) return { command: undefined, id: randomUUID() };
  const { accountId, userId } = principal;
  const of = (what: string) => uuidOf(`${accountId}/${userId}/${what}/${key.data}`);
  return { command: of('command'), id: of('id') };
}

/** RFC 9562, section 5.8: a UUID of our own making, here of a hash. */
function uuidOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
