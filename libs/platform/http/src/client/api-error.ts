import type { ErrorEnvelope } from '../contracts.ts';

/** A failed call. Without a response, `status` is 0 and the code `network_error`. */
export class ApiError extends Error {
  readonly code: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    readonly status: number,
    envelope: ErrorEnvelope,
    cause?: unknown,
  ) {
    super(envelope.error, { cause });
    this.name = 'ApiError';
    this.code = envelope.code;
    this.fields = envelope.fields ?? {};
    this.details = envelope.details ?? {};
  }

  /** The response has an unexpected form: a proxy's page, an empty body, another schema. */
  static unreadable(status: number, cause?: unknown): ApiError {
    return new ApiError(status, { error: 'unreadable_answer', code: 'unreadable_answer' }, cause);
  }

  static network(cause: unknown): ApiError {
    const error = cause instanceof Error ? cause.message : String(cause);
    return new ApiError(0, { error, code: 'network_error' }, cause);
  }
}
