import { createHash, randomUUID } from 'node:crypto';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Principal } from '@cotejo/access-contracts';
import { canonicalJson, type JsonValue } from '@cotejo/event-store';
import { httpErrors, idempotencyKey, Refusal } from '@cotejo/http/contracts';
import type { KnownRequest } from '@cotejo/http/server';
import { partIdOf } from '../room/command-identity.ts';

/** A call that changes something: by whom, under which command, and what it must find. */
export interface Call {
  readonly principal: Principal;
  /** UUID: the same person's same request under the same `Idempotency-Key` has the same one. */
  readonly command: string;
  readonly isRepeatable: boolean;
  /** Version of the audit up to which the person saw the item (`If-Match`); null when it does not matter. */
  readonly seen: number | null;
}

/** Namespace of the commands that calls make (a random UUID, fixed for ever). */
const CALLS = '3f9b1c1e-0d0e-4c36-9a55-d7f1f6a0a1c4';

/** The call as a use case takes it. Only behind a door that is not public. */
export const ThisCall = createParamDecorator((_: unknown, context: ExecutionContext): Call => {
  const request = context.switchToHttp().getRequest<KnownRequest>();
  return callOf(request, request.principal as Principal);
});

/** @throws Refusal `invalid_request` for a header that is not what it should be */
export function callOf(
  { headers, method, originalUrl, body }: Pick<KnownRequest, 'headers' | 'method' | 'originalUrl' | 'body'>,
  principal: Principal,
): Call {
  const key = idempotencyKey.safeParse(headers['idempotency-key']);
  if (!key.success) throw new Refusal(httpErrors, 'invalid_request');
  const seen = seenVersion(headers['if-match']);
  if (key.data === undefined) return { principal, command: randomUUID(), isRepeatable: false, seen };
  const { accountId, userId } = principal;
  const asked = hashOf([method, originalUrl, (body as JsonValue | undefined) ?? null]);
  const command = partIdOf(CALLS, `${accountId}/${userId}/${key.data}/${asked}`);
  return { principal, command, isRepeatable: true, seen };
}

const VERSION = /^(?:W\/)?"?(\d{1,10})(?:\.[\w-]{1,64})?"?$/;

/** `If-Match: "17"` or `"17.digest"`, as `ETag` said it; `*` takes any. */
function seenVersion(header: string | undefined): number | null {
  if (header === undefined || header.trim() === '*') return null;
  const version = VERSION.exec(header.trim())?.[1];
  if (version === undefined) {
    throw new Refusal(httpErrors, 'invalid_request', { fields: { 'If-Match': header.slice(0, 100) } });
  }
  return Number(version);
}

/** @throws Refusal `invalid_request` for what JSON should not hold (halves of surrogate pairs) */
function hashOf(value: JsonValue): string {
  try {
    return createHash('sha256').update(canonicalJson(value)).digest('hex');
  } catch {
    throw new Refusal(httpErrors, 'invalid_request');
  }
}
