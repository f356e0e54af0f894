import { z } from 'zod';
import { APP_VERSION, errorEnvelope, NO_TOKEN, TOKEN_SCHEME } from '../contracts.ts';
import { AnswersAhead } from './answers-ahead.ts';
import { ApiError } from './api-error.ts';
import { readWithProgress } from './read-with-progress.ts';
import { sendWithProgress } from './send-with-progress.ts';

export interface ApiClientOptions {
  /** Origin and base path, e.g. `/api`. */
  readonly baseUrl: string;
  readonly getToken: () => string | null;
  /** The session has ended: the server answered 401 with an expired or invalid token. */
  readonly onUnauthorized: (error: ApiError) => void;
  /** Language of error texts, e.g. 'es'. */
  readonly language: () => string;
}

export type QueryValues = Readonly<Record<string, string | number | boolean | null | undefined>>;

export interface CallOptions<Schema extends z.ZodType> {
  /** Schema of `data` (or of the whole answer when `raw`). */
  readonly schema: Schema;
  readonly query?: QueryValues;
  readonly signal?: AbortSignal;
  /** The answer has no `{data, status}` envelope: sign-in. */
  readonly raw?: boolean;
  /** Sends no Authorization header: sign-in and password reset. */
  readonly anonymous?: boolean;
  /** A repeated request with the same key gets the first answer and has no second effect. */
  readonly idempotencyKey?: string;
}

export interface UploadOptions<Schema extends z.ZodType> extends CallOptions<Schema> {
  /** Default: POST. */
  readonly method?: 'POST' | 'PUT';
  readonly contentType?: string;
  /** Fraction sent, 0–1; called as bytes are sent. */
  readonly onProgress?: (part: number) => void;
}

export interface BytesOptions {
  readonly query?: QueryValues;
  /** JSON to send: the call is then a POST. */
  readonly body?: string;
  readonly signal?: AbortSignal;
  /** Bytes received, and the total; null where the server does not send it. */
  readonly onProgress?: (loaded: number, total: number | null) => void;
}

/** A binary answer. */
export interface BytesAnswer {
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

/** Client of the server's REST API. Failures are `ApiError`; an abort rejects with the signal's reason. */
export interface ApiClient {
  /** Prefetches the answer that the next `get` or `getBytes` of this path will use. */
  askAhead(path: string): void;
  /** Headers with token and language, for requests outside this client, such as chunked uploads. */
  headers(): Readonly<Record<string, string>>;
  get<S extends z.ZodType>(path: string, options: CallOptions<S>): Promise<z.output<S>>;
  getBytes(path: string, options?: BytesOptions): Promise<BytesAnswer>;
  post<S extends z.ZodType>(path: string, body: unknown, options: CallOptions<S>): Promise<z.output<S>>;
  put<S extends z.ZodType>(path: string, body: unknown, options: CallOptions<S>): Promise<z.output<S>>;
  delete<S extends z.ZodType>(path: string, options: CallOptions<S>): Promise<z.output<S>>;
  /** Sends a file or text, with progress. */
  upload<S extends z.ZodType>(
    path: string,
    body: Blob | string,
    options: UploadOptions<S>,
  ): Promise<z.output<S>>;
}

/** Creates the client; `baseUrl` without a trailing slash. */
export function createApiClient(client: ApiClientOptions): ApiClient {
  const address = (path: string, query: QueryValues = {}): string => {
    const search = new URLSearchParams();
    for (const [key, value] of Object.entries(query)) {
      if (value !== null && value !== undefined) search.set(key, String(value));
    }
    search.set('appVersion', APP_VERSION);
    return `${client.baseUrl}${path}?${search}`;
  };

  const headers = (options: CallOptions<z.ZodType>, contentType: string | null): Record<string, string> => ({
    Accept: 'application/json',
    'Accept-Language': client.language(),
    ...(options.anonymous === true
      ? {}
      : { Authorization: `${TOKEN_SCHEME} ${client.getToken() ?? NO_TOKEN}` }),
    ...(contentType === null ? {} : { 'Content-Type': contentType }),
    ...(options.idempotencyKey === undefined ? {} : { 'Idempotency-Key': options.idempotencyKey }),
  });

  const ahead = new AnswersAhead();

  const refuse = (status: number, body: unknown): never => {
    const error = answered(status, body);
    // By code, not by text: texts depend on the language.
    if (status === 401 && ['token_expired', 'token_invalid'].includes(error.code))
      client.onUnauthorized(error);
    throw error;
  };

  const settle = <S extends z.ZodType>(
    status: number,
    text: string,
    options: CallOptions<S>,
  ): z.output<S> => {
    const body = readJson(status, text);
    if (!isSuccess(status)) refuse(status, body);
    const parsed = options.schema.safeParse(options.raw === true ? body : dataOf(status, body));
    if (!parsed.success) throw ApiError.unreadable(status, parsed.error);
    return parsed.data;
  };

  const getBytes = async (
    path: string,
    { query, body, signal, onProgress }: BytesOptions = {},
  ): Promise<BytesAnswer> => {
    let answer: BytesAnswer & { readonly status: number };
    try {
      const url = address(path, query);
      const response =
        (body === undefined && (await ahead.take(url, client.getToken()))) ||
        (await fetch(url, {
          method: body === undefined ? 'GET' : 'POST',
          headers: {
            ...headers({ schema: z.unknown() }, body === undefined ? null : 'application/json'),
            Accept: '*/*',
          },
          body: body ?? null,
          signal: signal ?? null,
        }));
      signal?.throwIfAborted();
      const bytes = onProgress
        ? await readWithProgress(response, onProgress)
        : new Uint8Array(await response.arrayBuffer());
      answer = { status: response.status, headers: response.headers, bytes };
    } catch (cause) {
      signal?.throwIfAborted();
      throw ApiError.network(cause);
    }
    const { status, bytes } = answer;
    if (!isSuccess(status)) refuse(status, readJson(status, new TextDecoder().decode(bytes)));
    return answer;
  };

  const call = async <S extends z.ZodType>(
    method: string,
    path: string,
    body: unknown,
    options: CallOptions<S>,
  ): Promise<z.output<S>> => {
    const sent = body === undefined ? null : JSON.stringify(body);
    let answer: { status: number; text: string };
    try {
      const url = address(path, options.query);
      const response =
        (method === 'GET' && (await ahead.take(url, client.getToken()))) ||
        (await fetch(url, {
          method,
          headers: headers(options, sent === null ? null : 'application/json'),
          body: sent,
          signal: options.signal ?? null,
        }));
      options.signal?.throwIfAborted();
      answer = { status: response.status, text: await response.text() };
    } catch (cause) {
      options.signal?.throwIfAborted();
      throw ApiError.network(cause);
    }
    return settle(answer.status, answer.text, options);
  };

  return {
    askAhead: (path) => {
      const url = address(path);
      const asked = { ...headers({ schema: z.unknown() }, null), Accept: 'application/json, */*' };
      ahead.keep(url, client.getToken(), fetch(url, { headers: asked }));
    },
    headers: () => headers({ schema: z.unknown() }, null),
    get: (path, options) => call('GET', path, undefined, options),
    getBytes,
    post: (path, body, options) => call('POST', path, body, options),
    put: (path, body, options) => call('PUT', path, body, options),
    delete: (path, options) => call('DELETE', path, undefined, options),
    upload: async (path, body, options) => {
      const answer = await sendWithProgress({
        method: options.method ?? 'POST',
        url: address(path, options.query),
        headers: headers(options, options.contentType ?? 'application/json'),
        body,
        onProgress: options.onProgress,
        signal: options.signal,
      });
      return settle(answer.status, answer.text, options);
    },
  };
}

function answered(status: number, body: unknown): ApiError {
  const envelope = errorEnvelope.safeParse(body);
  return envelope.success ? new ApiError(status, envelope.data) : ApiError.unreadable(status, envelope.error);
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

function readJson(status: number, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw ApiError.unreadable(status, cause);
  }
}

const envelope = z.object({ data: z.unknown(), status: z.number() });

/** An answer without `data` is an error, not an empty success. */
function dataOf(status: number, body: unknown): unknown {
  const parsed = envelope.safeParse(body);
  if (!parsed.success || parsed.data.data === undefined) throw ApiError.unreadable(status, parsed.error);
  return parsed.data.data;
}
