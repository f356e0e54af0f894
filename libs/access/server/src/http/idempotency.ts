import { httpErrors, idempotencyKey, Refusal } from '@cotejo/http/contracts';

/** Name of a header that handlers of several steps read, so that a repeated call goes on where it stopped. */
export const IDEMPOTENCY_HEADER = 'idempotency-key';

/** Refuses with `invalid_request`. */
export function keyOf(header: string | undefined): string | undefined {
  const key = idempotencyKey.safeParse(header);
  if (!key.success) throw new Refusal(httpErrors, 'invalid_request');
  return key.data;
}
