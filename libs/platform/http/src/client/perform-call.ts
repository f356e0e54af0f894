import { z } from 'zod';
import { pathOf, type Call } from '../contracts.ts';
import type { ApiClient, CallOptions, QueryValues } from './api-client.ts';

type Part<Schema extends z.ZodType, Name extends string> = [Schema] extends [never]
  ? object
  : { readonly [key in Name]: z.input<Schema> };

/** What a call takes: only the parts that it declares. */
export type Given<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> = Part<P, 'params'> &
  ([Q] extends [never] ? object : { readonly query?: z.input<Q> }) &
  Part<B, 'body'>;

/** Asks for a declared call; path, shape and form of the answer come from the declaration. */
export function perform<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, D extends z.ZodType>(
  api: ApiClient,
  call: Call<P, Q, B, D>,
  given: Given<P, Q, B>,
  options: Pick<CallOptions<z.ZodType>, 'signal' | 'idempotencyKey'> = {},
): Promise<z.output<D>> {
  const { params, query, body } = given as {
    params?: Readonly<Record<string, string | number>>;
    query?: QueryValues;
    body?: unknown;
  };
  const path = pathOf(call.path, params);
  const asked = {
    ...options,
    schema: call.data ?? z.unknown(),
    ...(query && { query }),
    ...(call.raw === true && { raw: true }),
    ...(call.anonymous === true && { anonymous: true }),
  };
  const answer = {
    GET: () => api.get(path, asked),
    POST: () => api.post(path, body ?? {}, asked),
    PUT: () => api.put(path, body ?? {}, asked),
    DELETE: () => api.delete(path, asked),
  }[call.method]();
  return answer as Promise<z.output<D>>;
}
