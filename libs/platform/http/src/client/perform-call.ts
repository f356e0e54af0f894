import { z } from 'zod';
import { pathOf, type Call } from '../contracts.ts';
import type {
  ApiClient,
  BytesAnswer,
  BytesOptions,
  CallOptions,
  QueryValues,
  UploadOptions,
} from './api-client.ts';

type Part<Schema extends z.ZodType, Name extends string> = [Schema] extends [never]
  ? object
  : { readonly [key in Name]: z.input<Schema> };

/** Path parameters and query of a call, as far as it declares them. */
export type Address<P extends z.ZodType, Q extends z.ZodType> = Part<P, 'params'> &
  ([Q] extends [never] ? object : { readonly query?: z.input<Q> });

/** Arguments of a call: only the parts that it declares. */
export type Given<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> = Address<P, Q> &
  Part<B, 'body'>;

/** Performs a declared call; path, schema and kind of the answer come from the declaration. */
export function perform<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, D extends z.ZodType>(
  api: ApiClient,
  call: Call<P, Q, B, D>,
  given: Given<P, Q, B>,
  options: Pick<CallOptions<z.ZodType>, 'signal' | 'idempotencyKey'> = {},
): Promise<z.output<D>> {
  const { body } = given as { body?: unknown };
  const { path, query } = addressOf(call, given);
  const asked = { ...options, ...formOf(call), ...(query && { query }) };
  const answer = {
    GET: () => api.get(path, asked),
    POST: () => api.post(path, body ?? {}, asked),
    PUT: () => api.put(path, body ?? {}, asked),
    DELETE: () => api.delete(path, asked),
  }[call.method]();
  return answer as Promise<z.output<D>>;
}

/** Sends a file to a call with an `upload`. */
export function performUpload<P extends z.ZodType, Q extends z.ZodType, D extends z.ZodType>(
  api: ApiClient,
  call: Call<P, Q, never, D>,
  given: Address<P, Q>,
  file: Blob,
  options: Pick<UploadOptions<z.ZodType>, 'contentType' | 'onProgress' | 'signal' | 'idempotencyKey'>,
): Promise<z.output<D>> {
  const { path, query } = addressOf(call, given);
  const method = call.method === 'PUT' ? 'PUT' : 'POST';
  const asked = { ...options, ...formOf(call), method, ...(query && { query }) } as const;
  return api.upload(path, file, asked) as Promise<z.output<D>>;
}

/** Downloads the bytes that a call returns. */
export function performDownload<P extends z.ZodType, Q extends z.ZodType, D extends z.ZodType>(
  api: Pick<ApiClient, 'getBytes'>,
  call: Call<P, Q, never, D>,
  given: Address<P, Q>,
  options: Omit<BytesOptions, 'query'> = {},
): Promise<BytesAnswer> {
  const { path, query } = addressOf(call, given);
  return api.getBytes(path, { ...options, ...(query && { query }) });
}

const addressOf = (call: Pick<Call, 'path'>, given: object) => {
  const { params, query } = given as {
    readonly params?: Readonly<Record<string, string | number>>;
    readonly query?: QueryValues;
  };
  return { path: pathOf(call.path, params), query };
};

const formOf = (call: Pick<Call, 'data' | 'raw' | 'anonymous'>) => ({
  schema: call.data ?? z.unknown(),
  ...(call.raw === true && { raw: true }),
  ...(call.anonymous === true && { anonymous: true }),
});
