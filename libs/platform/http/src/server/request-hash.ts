import { createHash } from 'node:crypto';
import { httpErrors, Refusal } from '../contracts.ts';
import type { KnownRequest } from './authenticator.ts';

/**
 * Hash of method, URL with query, and body.
 * @throws Refusal `invalid_request` for a body nested deeper than the stack, which no call accepts
 */
export function requestHashOf({ method, originalUrl, body, upload }: KnownRequest): string {
  try {
    return hashOf([method, originalUrl, upload?.sha256 ?? sorted(body)]);
  } catch (error) {
    throw error instanceof RangeError ? new Refusal(httpErrors, 'invalid_request') : error;
  }
}

export const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex');

/** Canonical form: independent of the order of object keys, but not of arrays. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value ?? null;
  const entries = Object.entries(value).map(([key, of]): [string, unknown] => [key, sorted(of)]);
  return { of: entries.sort(([one], [other]) => (one < other ? -1 : 1)) };
}
