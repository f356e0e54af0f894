import type { z } from 'zod';
import type { Call } from '../contracts.ts';
import { zodBody, zodParams, zodQuery, type ZodPipe } from './zod-pipes.ts';

/** What a declared call takes, as its handler is given it. */
export type BodyOf<C extends Pick<Call, 'body'>> = z.output<NonNullable<C['body']>>;
export type QueryOf<C extends Pick<Call, 'query'>> = z.output<NonNullable<C['query']>>;
export type ParamsOf<C extends Pick<Call, 'params'>> = z.output<NonNullable<C['params']>>;
/** What it tells. */
export type DataOf<C extends Pick<Call, 'data'>> = z.output<NonNullable<C['data']>>;

/** `@Body(bodyOf(call)) body: BodyOf<typeof call>`; throws at start where the call declares none. */
export const bodyOf = <S extends z.ZodType>({ body }: { readonly body?: S }): ZodPipe<S> =>
  zodBody(declared(body));

export const queryOf = <S extends z.ZodType>({ query }: { readonly query?: S }): ZodPipe<S> =>
  zodQuery(declared(query));

export const paramsOf = <S extends z.ZodType>({ params }: { readonly params?: S }): ZodPipe<S> =>
  zodParams(declared(params));

function declared<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('a handler takes a part that its call does not declare');
  return part;
}
