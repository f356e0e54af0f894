import { createHash, randomUUID } from 'node:crypto';
import { matchLanguage, type Language } from '@cotejo/i18n';
import type { Response } from 'express';
import type { z } from 'zod';
import { httpErrors, idempotencyKey, Refusal, type Call } from '../contracts.ts';
import type { KnownRequest } from './authenticator.ts';
import { InvalidRequest } from './invalid-request.ts';
import type { ReadUpload } from './read-upload.ts';
import { requestHashOf } from './request-hash.ts';

/** Parsed inputs of a declared call, as its handler receives them. */
export type BodyOf<C extends Pick<Call, 'body'>> = z.output<NonNullable<C['body']>>;
export type QueryOf<C extends Pick<Call, 'query'>> = z.output<NonNullable<C['query']>>;
export type ParamsOf<C extends Pick<Call, 'params'>> = z.output<NonNullable<C['params']>>;
/** Data returned by a declared call. */
export type DataOf<C extends Pick<Call, 'data'>> = z.output<NonNullable<C['data']>>;

/** Identity of a call that changes something. */
export interface Command {
  /** UUID; equal for the same user, request and `Idempotency-Key`. */
  readonly id: string;
  /** The request has a key, so it may have been executed before. */
  readonly isRepeatable: boolean;
}

/**
 * A request for a declared call. Params, query and body are parsed in the constructor, everything else on first access.
 */
export class AskedCall<C extends Call = Call, P = unknown> {
  readonly params: ParamsOf<C>;
  readonly query: QueryOf<C>;
  readonly body: BodyOf<C>;

  /** @throws Refusal `invalid_request` with the invalid fields */
  constructor(
    private readonly call: C,
    readonly request: KnownRequest,
    private readonly answering: Response,
  ) {
    // U+0000: no column of text holds it, and no name or id contains it.
    if (request.originalUrl.includes('%00')) throw new Refusal(httpErrors, 'invalid_request');
    this.params = parsed(call.params, request.params) as ParamsOf<C>;
    this.query = parsed(call.query, request.query) as QueryOf<C>;
    this.body = parsed(call.body, request.body) as BodyOf<C>;
  }

  /** The signed-in user. Not available in public calls. */
  get principal(): P {
    if (this.request.principal === undefined) throw new Error(`${this.call.path} asks nobody to sign in`);
    return this.request.principal as P;
  }

  /** @throws Refusal `invalid_request` for a malformed key */
  get command(): Command {
    return commandOf(this.request);
  }

  /**
   * UUID of the user's `Idempotency-Key`, independent of the request; undefined without a key. Entities created by a
   * call derive their ids from it, so that a repeated call continues where the first one stopped.
   * @throws Refusal `invalid_request` for a malformed key
   */
  get repeatKey(): string | undefined {
    const key = keyOf(this.request);
    return key === undefined ? undefined : uuidOf(JSON.stringify(personOf(this.request).concat(key)));
  }

  /**
   * Version that the client saw (`If-Match`); null when it does not matter.
   * @throws Refusal `invalid_request` for a header without a version
   */
  get seen(): number | null {
    return seenVersion(this.request.headers['if-match']);
  }

  get language(): Language {
    return matchLanguage(this.request.headers['accept-language']);
  }

  /** Body of a call with an `upload`; the file is removed when the request is answered. */
  get upload(): ReadUpload {
    if (!this.request.upload) throw new Error(`${this.call.path} takes no file`);
    return this.request.upload;
  }

  /** Aborted when the connection closes, to stop long work for a client that has disconnected. */
  get gone(): AbortSignal {
    const gone = new AbortController();
    if (this.answering.destroyed) gone.abort();
    else this.answering.once('close', () => gone.abort());
    return gone.signal;
  }

  /** Only for streamed calls; all others answer with the handler's result. */
  get response(): Response {
    if (this.call.streamed !== true) throw new Error(`${this.call.path} is not streamed`);
    return this.answering;
  }
}

function parsed(schema: z.ZodType | undefined, value: unknown): unknown {
  // A missing body counts as empty: acts of records may be requested without one.
  if (schema === undefined) return {};
  // With `reportInput`, missing values can be distinguished from values of the wrong type.
  const result = schema.safeParse(value ?? {}, { reportInput: true });
  if (!result.success) throw new InvalidRequest(result.error);
  return result.data;
}

function keyOf({ headers }: KnownRequest): string | undefined {
  const key = idempotencyKey.safeParse(headers['idempotency-key']);
  if (!key.success) throw new Refusal(httpErrors, 'invalid_request');
  return key.data;
}

export function personOf({ principal }: Pick<KnownRequest, 'principal'>): string[] {
  const { accountId = '', userId = '' } = principal as Partial<Record<'accountId' | 'userId', string>>;
  return [accountId, userId];
}

function commandOf(request: KnownRequest): Command {
  const key = keyOf(request);
  if (key === undefined) return { id: randomUUID(), isRepeatable: false };
  const asked = [...personOf(request), key, requestHashOf(request)];
  return { id: uuidOf(JSON.stringify(asked)), isRepeatable: true };
}

const VERSION = /^(?:W\/)?"?(\d{1,10})(?:\.[\w-]{1,64})?"?$/;

/** `If-Match: "17"` or `"17.digest"`, as sent in `ETag`; `*` matches any. */
function seenVersion(header: string | undefined): number | null {
  if (header === undefined || header.trim() === '*') return null;
  const version = VERSION.exec(header.trim())?.[1];
  if (version === undefined) {
    throw new Refusal(httpErrors, 'invalid_request', { fields: { 'If-Match': header.slice(0, 100) } });
  }
  return Number(version);
}

/** A deterministic UUID of a name (RFC 9562, version 8: its SHA-256). */
export function uuidOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`];
  return [...parts, `${variant}${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}
