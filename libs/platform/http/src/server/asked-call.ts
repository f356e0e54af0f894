import { createHash, randomUUID } from 'node:crypto';
import { matchLanguage, type Language } from '@cotejo/i18n';
import type { Response } from 'express';
import type { z } from 'zod';
import { httpErrors, idempotencyKey, Refusal, type Call } from '../contracts.ts';
import type { KnownRequest } from './authenticator.ts';
import { InvalidRequest } from './invalid-request.ts';
import { requestHashOf } from './request-hash.ts';

/** What a declared call takes, as its handler is given it. */
export type BodyOf<C extends Pick<Call, 'body'>> = z.output<NonNullable<C['body']>>;
export type QueryOf<C extends Pick<Call, 'query'>> = z.output<NonNullable<C['query']>>;
export type ParamsOf<C extends Pick<Call, 'params'>> = z.output<NonNullable<C['params']>>;
/** Data that a declared call answers. */
export type DataOf<C extends Pick<Call, 'data'>> = z.output<NonNullable<C['data']>>;

/** Identity of a call that changes something. */
export interface Command {
  /** UUID: the same person's same request under the same `Idempotency-Key` has the same one. */
  readonly id: string;
  /** It came with a key, and may have been carried out before. */
  readonly isRepeatable: boolean;
}

/** One request for a declared call: its parts are parsed at once, the rest when the handler first reads it. */
export class AskedCall<C extends Call = Call, P = unknown> {
  readonly params: ParamsOf<C>;
  readonly query: QueryOf<C>;
  readonly body: BodyOf<C>;

  /** @throws Refusal `invalid_request` with the fields at fault */
  constructor(
    private readonly call: C,
    readonly request: KnownRequest,
    private readonly answering: Response,
  ) {
    this.params = parsed(call.params, request.params) as ParamsOf<C>;
    this.query = parsed(call.query, request.query) as QueryOf<C>;
    this.body = parsed(call.body, request.body) as BodyOf<C>;
  }

  /** The signed-in person. Not of a public call. */
  get principal(): P {
    if (this.request.principal === undefined) throw new Error(`${this.call.path} asks nobody to sign in`);
    return this.request.principal as P;
  }

  /** @throws Refusal `invalid_request` for a malformed key */
  get command(): Command {
    return commandOf(this.request);
  }

  /**
   * UUID of the person's `Idempotency-Key`, whatever is asked under it; undefined without one. Things that a call
   * creates are named after it, so that a half-done call goes on where it stopped.
   * @throws Refusal `invalid_request` for a malformed key
   */
  get repeatKey(): string | undefined {
    const key = keyOf(this.request);
    return key === undefined ? undefined : uuidOf(JSON.stringify(personOf(this.request).concat(key)));
  }

  /**
   * Version that the caller saw (`If-Match`); null when it does not matter.
   * @throws Refusal `invalid_request` for a header that names no version
   */
  get seen(): number | null {
    return seenVersion(this.request.headers['if-match']);
  }

  get language(): Language {
    return matchLanguage(this.request.headers['accept-language']);
  }

  /** The file of a call with an `upload`. */
  get upload(): Uint8Array {
    if (!this.request.upload) throw new Error(`${this.call.path} takes no file`);
    return this.request.upload.bytes;
  }

  /** Aborted when the connection closes: what takes long need not be done for a caller who left. */
  get gone(): AbortSignal {
    const gone = new AbortController();
    if (this.answering.destroyed) gone.abort();
    else this.answering.once('close', () => gone.abort());
    return gone.signal;
  }

  /** Of a streamed call alone: any other answers by what its handler returns. */
  get response(): Response {
    if (this.call.streamed !== true) throw new Error(`${this.call.path} is not streamed`);
    return this.answering;
  }
}

function parsed(schema: z.ZodType | undefined, value: unknown): unknown {
  // Rules of records take an act without a body as one that says nothing.
  if (schema === undefined) return {};
  // With the input, the error tells what is missing from what is of the wrong kind.
  const result = schema.safeParse(value ?? {}, { reportInput: true });
  if (!result.success) throw new InvalidRequest(result.error);
  return result.data;
}

function keyOf({ headers }: KnownRequest): string | undefined {
  const key = idempotencyKey.safeParse(headers['idempotency-key']);
  if (!key.success) throw new Refusal(httpErrors, 'invalid_request');
  return key.data;
}

function personOf({ principal }: KnownRequest): string[] {
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

/** `If-Match: "17"` or `"17.digest"`, as `ETag` said it; `*` takes any. */
function seenVersion(header: string | undefined): number | null {
  if (header === undefined || header.trim() === '*') return null;
  const version = VERSION.exec(header.trim())?.[1];
  if (version === undefined) {
    throw new Refusal(httpErrors, 'invalid_request', { fields: { 'If-Match': header.slice(0, 100) } });
  }
  return Number(version);
}

/** A UUID that follows from a name (RFC 9562, version 8: its SHA-256). */
export function uuidOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`];
  return [...parts, `${variant}${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}
