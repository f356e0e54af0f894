import { matchLanguage, type Language } from '@cotejo/i18n';
import { Catch, HttpException, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { httpErrors, Refusal, type ErrorEnvelope } from '../contracts.ts';
import { ErrorTexts } from './error-texts.ts';
import { InvalidRequest } from './invalid-request.ts';
import { REQUEST_LOG, type RequestLog } from './request-log.ts';

/** Whether an exception is temporary and not a fault of the code, such as an unreachable database. */
export type IsPassing = (thrown: unknown) => boolean;

export const IS_PASSING = Symbol('IsPassing');

/** Seconds for `Retry-After`, unless the refusal specifies them. */
const RETRY_AFTER = 2;

/**
 * Converts exceptions to `{error, code}`. Refusals are explained in the request's language; temporary failures become
 * `unavailable`, all others `internal_error`. Internal details go only to the log, under the request's id.
 */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(
    @Inject(ErrorTexts) private readonly texts: ErrorTexts,
    @Inject(REQUEST_LOG) private readonly log: RequestLog,
    @Inject(IS_PASSING) private readonly isPassing: IsPassing,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    const refusal = this.isPassing(thrown) ? new Refusal(httpErrors, 'unavailable') : refusalOf(thrown);
    // Refusals are not faults: the request's access log line is sufficient.
    if (refusal.status >= 500 && refusal !== thrown) this.log.fault(request, thrown);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const retryAfter =
      refusal.options.details?.['retryAfter'] ?? (refusal.status === 503 ? RETRY_AFTER : null);
    if (typeof retryAfter === 'number') response.setHeader('Retry-After', String(retryAfter));
    response
      .status(refusal.status)
      .json(this.envelope(refusal, matchLanguage(request.headers['accept-language'])));
  }

  private envelope(refusal: Refusal, language: Language): ErrorEnvelope {
    const fields = this.fieldsOf(refusal, language);
    const { params, details } = refusal.options;
    return {
      error: wordsOf(this.texts, refusal, language, params),
      code: refusal.code,
      ...(fields === undefined ? {} : { fields }),
      ...(details === undefined ? {} : { details }),
    };
  }

  private fieldsOf(refusal: Refusal, language: Language): Readonly<Record<string, string>> | undefined {
    if (!(refusal instanceof InvalidRequest)) return refusal.options.fields;
    const worded = refusal.faults.map((fault): [string, string] => [
      fault.field,
      this.texts.text('http', `fields.${fault.key}`, language, fault.params) ?? fault.key,
    ]);
    return Object.fromEntries(worded);
  }
}

/** Localized text of a refusal; its code if there is no translation. */
export function wordsOf(
  texts: ErrorTexts,
  refusal: Refusal,
  language: Language,
  params: Readonly<Record<string, string | number>> = {},
): string {
  return texts.text(refusal.catalogue.namespace, `errors.${refusal.code}`, language, params) ?? refusal.code;
}

/** Codes for exceptions of the framework. */
const FRAMEWORK_ERRORS: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'not_authenticated',
  403: 'access_not_authorized',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'payload_too_large',
  429: 'too_many_requests',
  503: 'unavailable',
};

function refusalOf(thrown: unknown): Refusal {
  if (thrown instanceof Refusal) return thrown;
  if (thrown instanceof HttpException) return framework(thrown.getStatus());
  if (thrown instanceof URIError) return framework(400);
  if (typeof thrown === 'object' && thrown !== null) {
    // Express's http-errors marks client errors with `expose`.
    if (
      'expose' in thrown &&
      thrown.expose === true &&
      'status' in thrown &&
      typeof thrown.status === 'number'
    ) {
      return framework(thrown.status);
    }
  }
  return new Refusal(httpErrors, 'internal_error');
}

function framework(status: number): Refusal {
  return new Refusal(
    httpErrors,
    FRAMEWORK_ERRORS[status] ?? (status < 500 ? 'invalid_request' : 'internal_error'),
  );
}
