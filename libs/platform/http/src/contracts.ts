import { z } from 'zod';

export * from './one-line.ts';

/** Body of an error answer (successes are `{data, status}`); specification 1, section 7. */
export interface ErrorEnvelope {
  /** Localized text, in the language of the request (default Spanish). */
  readonly error: string;
  /** Stable code from an error catalogue. */
  readonly code: string;
  /** Field (dotted path) → message, for refused forms. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Facts that the client may act on, e.g. the audit that a duplicate import would repeat. */
  readonly details?: Readonly<Record<string, unknown>>;
}

export const errorEnvelope: z.ZodType<ErrorEnvelope> = z.object({
  error: z.string(),
  code: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  details: z.record(z.string(), z.unknown()).optional(),
});

/**
 * An error catalogue: code → HTTP status. The text of a code is the translation `errors.<code>` of the lib that
 * declares it, so that server and browser show the same text.
 */
export interface ErrorCatalogue<Code extends string = string> {
  readonly namespace: string;
  readonly errors: Readonly<Record<Code, number>>;
}

export function defineErrors<Code extends string>(
  namespace: string,
  errors: Readonly<Record<Code, number>>,
): ErrorCatalogue<Code> {
  return { namespace, errors };
}

/** An intended refusal, with a code of some catalogue; any other exception is a fault (500). */
export class Refusal extends Error {
  constructor(
    readonly catalogue: ErrorCatalogue,
    readonly code: string,
    readonly options: {
      readonly params?: Readonly<Record<string, string | number>>;
      readonly fields?: Readonly<Record<string, string>>;
      readonly details?: Readonly<Record<string, unknown>>;
    } = {},
  ) {
    super(code);
    this.name = 'Refusal';
  }

  get status(): number {
    return this.catalogue.errors[this.code] ?? 400;
  }
}

/** Refusals that every call may return. */
export const httpErrors = defineErrors('http', {
  invalid_request: 400,
  malformed_json: 400,
  payload_too_large: 413,
  not_authenticated: 401,
  token_expired: 401,
  token_invalid: 401,
  access_not_authorized: 403,
  not_found: 404,
  method_not_allowed: 405,
  /** The first request with this key is still running. */
  request_in_progress: 409,
  /** The `Idempotency-Key` was used for a different request before. */
  idempotency_key_reused: 422,
  too_many_requests: 429,
  internal_error: 500,
  unavailable: 503,
});

/** Header `Idempotency-Key`: the same key with the same request gets the first answer again. */
export const idempotencyKey = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{1,200}$/)
  .optional();

/** `Authorization: Token <token>`; NO_TOKEN stands for no token. */
export const TOKEN_SCHEME = 'Token';
export const NO_TOKEN = 'NO_TOKEN';
export const APP_VERSION = '2';

export { API_BASE, pathOf } from './paths.ts';
export { defineCall, type Call, type AccessPolicy, type Reach, type Upload } from './calls.ts';
