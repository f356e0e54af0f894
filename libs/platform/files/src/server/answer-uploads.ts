import type { IncomingMessage, ServerResponse } from 'node:http';
import { httpErrors, Refusal, type ErrorEnvelope } from '@cotejo/http/contracts';
import { wordsOf, type ErrorTexts } from '@cotejo/http/server';
import { matchLanguage } from '@cotejo/i18n';
import { fileErrors, type FileErrorCode } from '../file-errors.ts';

/** Thrown by tus: an object or error with a status. */
interface TusError {
  readonly status_code?: number;
}

/** Codes for refusals by tus itself. */
const TUS_ERRORS: Readonly<Record<number, FileErrorCode>> = {
  404: 'upload_not_found',
  409: 'upload_offset_conflict',
  410: 'upload_not_found',
  413: 'upload_too_long',
};
/** Request bodies above this size are not drained after a refusal; the connection is closed. */
const SMALL_BODY = 65_536;

/** Responses of the upload endpoint, in the API's usual format: `{data, status}` and `{error, code}`. */
export class AnswerUploads {
  constructor(
    private readonly texts: ErrorTexts,
    private readonly log: { warn(facts: object, message: string): void },
  ) {}

  bodyOf(data: unknown): string {
    return JSON.stringify({ data: data ?? null, status: 200 });
  }

  /** HEAD response for a complete upload. */
  whole(response: ServerResponse, bytes: number): void {
    response
      .writeHead(200, { ...this.headers(bytes), 'Upload-Length': String(bytes), 'Cache-Control': 'no-store' })
      .end();
  }

  /** Response to a deleted upload. */
  gone(response: ServerResponse): void {
    response.writeHead(204, { 'Tus-Resumable': '1.0.0' }).end();
  }

  finished(response: ServerResponse, bytes: number, data: unknown): void {
    this.json(response, 200, this.bodyOf(data), this.headers(bytes));
  }

  refuse(request: IncomingMessage, response: ServerResponse, thrown: unknown): void {
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const refusal = this.refusalOf(thrown);
    const isLong = !(Number(request.headers['content-length'] ?? SMALL_BODY + 1) <= SMALL_BODY);
    const hasBody = request.method === 'POST' || request.method === 'PATCH';
    this.json(response, refusal.status, this.envelope(refusal, request.headers['accept-language']), {
      'Tus-Resumable': '1.0.0',
      ...(hasBody && isLong && { Connection: 'close' }),
    });
  }

  private refusalOf(thrown: unknown): Refusal {
    if (thrown instanceof Refusal) return thrown;
    const status = isTusError(thrown) ? (thrown.status_code ?? 500) : 500;
    const code = TUS_ERRORS[status];
    if (code !== undefined) return new Refusal(fileErrors, code);
    if (status < 500) return new Refusal(httpErrors, 'invalid_request');
    this.log.warn({ err: thrown }, 'uploads: a request failed');
    return new Refusal(httpErrors, 'internal_error');
  }

  private envelope(refusal: Refusal, language: string | undefined): string {
    const { params, details } = refusal.options;
    const envelope: ErrorEnvelope = {
      error: wordsOf(this.texts, refusal, matchLanguage(language), params),
      code: refusal.code,
      ...(details === undefined ? {} : { details }),
    };
    return JSON.stringify(envelope);
  }

  private headers(bytes: number): Readonly<Record<string, string>> {
    return { 'Tus-Resumable': '1.0.0', 'Upload-Offset': String(bytes) };
  }

  private json(
    response: ServerResponse,
    status: number,
    body: string,
    headers: Readonly<Record<string, string>>,
  ): void {
    response
      .writeHead(status, {
        ...headers,
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Length': Buffer.byteLength(body),
      })
      .end(body);
  }
}

const isTusError = (thrown: unknown): thrown is TusError =>
  typeof thrown === 'object' &&
  thrown !== null &&
  'status_code' in thrown &&
  typeof thrown.status_code === 'number';
